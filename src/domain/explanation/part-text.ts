import type { ChangePartName } from '../../rating/index.ts';

/** What the sentences about one player's change are made of. Shares and probabilities are 0 to 1, the player's own. */
export interface PartFacts {
  readonly result: 'won' | 'drew' | 'lost';
  readonly winProbability: number;
  /** What the ratings pointed to before the result. Null where the scoreline did not count. */
  readonly expectedShare: number | null;
  readonly share: number | null;
  /** What the scoreline counts. */
  readonly unit: 'games' | 'points';
  /** Whole days since the player's last rated match; null for a first one. */
  readonly daysSince: number | null;
}

const percent = (share: number, decimals = 0): string => `${(share * 100).toFixed(decimals)} %`;

/** One part of a change in a sentence that a player understands. @param points what it took or gave. */
export function partText(code: ChangePartName, points: number, facts: PartFacts): string {
  switch (code) {
    case 'placement':
      return points > 0
        ? 'Your first match: the players around you are strong, so you start higher.'
        : 'Your first match: you start from the level of the players around you.';
    case 'inactivity':
      return `${facts.daysSince ?? 0} days without a match made us less sure of you.`;
    case 'teammate':
      return `You two chose to play together, and players who do are usually alike. Your teammate is rated ${
        points > 0 ? 'higher' : 'lower'
      }.`;
    case 'result':
      return resultText(points, facts);
    case 'margin':
      return marginText(points, facts);
    case 'confidence':
      return 'We are surer of you now.';
    case 'protection':
      return points > 0
        ? `You won, so your score does not fall. Your next gain is ${points === 1 ? '1 point' : `${points} points`} smaller.`
        : 'Your score did not fall after an earlier win; these points make up for that.';
  }
}

function resultText(points: number, { result, winProbability }: PartFacts): string {
  const given = `You were given ${percent(winProbability)} to win`;
  if (result !== 'drew') return `${given} and ${result}.`;
  return `A draw. ${given}, so level is ${points < 0 ? 'less' : 'more'} than expected.`;
}

/** The points are counted after the result, so a scoreline may beat the ratings and still not add to what the win gave. */
function marginText(points: number, { result, expectedShare, share, unit }: PartFacts): string {
  if (expectedShare === null || share === null) return 'The scoreline.';
  const [expected, taken] = apart(expectedShare, share);
  const told =
    expected === taken
      ? `You took ${taken} of the ${unit}, about what the ratings pointed to.`
      : `The ratings pointed to ${expected} of the ${unit}; you took ${taken}.`;
  if (result === 'won' && points < 0 && share >= expectedShare) return `${told} The win had already counted for more.`;
  if (result === 'lost' && points > 0 && share <= expectedShare)
    return `${told} The defeat had already counted for more.`;
  return told;
}

/** Two shares with a decimal more where whole percentages would look alike: points were given for what sets them apart. */
function apart(one: number, other: number): readonly [string, string] {
  const [first, second] = [percent(one), percent(other)];
  return first === second ? [percent(one, 1), percent(other, 1)] : [first, second];
}

import type { ChangePartName } from '../../rating/index.ts';

/** What the sentences about one player's change are made of. Shares and probabilities are 0 to 1, the player's own. */
export interface PartFacts {
  readonly result: 'won' | 'drew' | 'lost';
  readonly winProbability: number;
  /** Null where the scoreline did not count. */
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
      return marginText(facts);
    case 'confidence':
      return 'We are surer of you now.';
    case 'protection':
      return points > 0
        ? 'A win never lowers a score: these points are lent until you earn them.'
        : 'This repays points that were lent after an earlier win.';
  }
}

function resultText(points: number, { result, winProbability }: PartFacts): string {
  const given = `You were given ${percent(winProbability)} to win`;
  if (result !== 'drew') return `${given} and ${result}.`;
  return `A draw. ${given}, so level is ${points < 0 ? 'less' : 'more'} than expected.`;
}

const KINDS = { won: 'win', drew: 'draw', lost: 'defeat' } as const;

function marginText({ result, expectedShare, share, unit }: PartFacts): string {
  if (expectedShare === null || share === null) return 'The scoreline.';
  const [expected, taken] = apart(expectedShare, share);
  const took = expected === taken ? 'just about that' : taken;
  return `For such a ${KINDS[result]} we expect ${expected} of the ${unit}; you took ${took}.`;
}

/** Two shares with a decimal more where whole percentages would look alike: points were given for what sets them apart. */
function apart(one: number, other: number): readonly [string, string] {
  const [first, second] = [percent(one), percent(other)];
  return first === second ? [percent(one, 1), percent(other, 1)] : [first, second];
}

/** What people talk about after a night: the biggest upset, who won more than expected, the closest match. */
import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { type Named, pairNames, shownName } from '../names.ts';
import { formatDecimal } from '../numbers.ts';

const t = texts('console.night.highlights');

export interface HighlightMatch {
  readonly winning_team: 'A' | 'B' | null;
  readonly set_scores: string | null;
  readonly players: { readonly A: readonly Named[]; readonly B: readonly Named[] };
}

interface OverExpected extends Named {
  readonly matches: number;
  readonly actual_wins: number;
  /** Links do not show it. */
  readonly expected_wins?: number;
}

export interface NightHighlights {
  readonly upset: HighlightMatch | null;
  readonly over: OverExpected | null;
  readonly closest: HighlightMatch | null;
}

/** As on posters and links: a win that was less likely is an upset. */
const UPSET_MAX = 0.4;

/** What the organizer's recap shows. “More than expected” names one player, and in fixed pairs both did it. */
export function recapHighlights({
  biggest_upset: upset,
  most_over_expected: over,
  scorelines,
  pairs,
}: Api.SessionRecap) {
  const isOfPairs = pairs.some(({ rank }) => rank !== null);
  return {
    upset: upset !== null && upset.winner_probability < UPSET_MAX ? upset : null,
    over: isOfPairs ? null : over,
    closest: scorelines.closest,
  };
}

/** Empty if nothing stands out. */
export function Highlights({ upset, over, closest }: NightHighlights) {
  if (upset === null && over === null && closest === null) return null;
  const isSame = upset !== null && closest !== null && textOf(upset) === textOf(closest);
  return (
    <section className="highlights">
      <h2 className="reader">{t('title')}</h2>
      <Match title={t('upset')} match={upset} />
      {over !== null && (
        <div className="highlight">
          <h3>{t('over')}</h3>
          <p>
            <strong>{shownName(over)}</strong>{' '}
            {t('won', { wins: formatDecimal(over.actual_wins), matches: over.matches })}
          </p>
          {over.expected_wins !== undefined && (
            <p className="quiet">{t('expected', { expected: formatDecimal(over.expected_wins) })}</p>
          )}
        </div>
      )}
      {!isSame && <Match title={t('closest')} match={closest} />}
    </section>
  );
}

function sidesOf({ winning_team: winner, players: { A, B } }: HighlightMatch): readonly [string, string] {
  return winner === 'B' ? [pairNames(B), pairNames(A)] : [pairNames(A), pairNames(B)];
}

const textOf = (match: HighlightMatch): string => [...sidesOf(match), match.set_scores].join();

function Match({ title, match }: { readonly title: string; readonly match: HighlightMatch | null }) {
  if (match === null) return null;
  const [first, second] = sidesOf(match);
  return (
    <div className="highlight">
      <h3>{title}</h3>
      <p>
        <strong>{first}</strong> {t(match.winning_team === null ? 'drew' : 'beat', { names: second })}
      </p>
      {match.set_scores !== null && <p className="score">{match.set_scores.replaceAll('-', '–')}</p>}
    </div>
  );
}

/** What the ranking of a poster shows: the players of a session, or the pairs of a night of fixed pairs. */
import { type PictureTexts, recordOf } from '../picture-texts.ts';
import type { Named, NightTitle, PosterSession, Ranked } from './poster-session.ts';

/** A player or a pair, with what the ranking counts. */
export interface Placed {
  readonly rank: number;
  /** One name, or two. */
  readonly names: readonly string[];
  /** Such as `61 points`. */
  readonly record: string;
  /** The same in a narrow column, such as `61`. */
  readonly shortRecord: string;
  /** Such as `7 matches`, where the number of matches matters; else empty. */
  readonly played: string;
}

/** The pairs of a night of fixed pairs, by rank. */
const rankedPairs = ({ pairs }: PosterSession): PosterSession['pairs'] => pairs.filter(({ rank }) => rank != null);

/** How many players, or pairs, are ranked. */
export const placesOf = (session: PosterSession): number => rankedPairs(session).length || session.unique_players.count;

export function placedOf(session: PosterSession, texts: PictureTexts): Placed[] {
  const pairs = rankedPairs(session);
  if (pairs.length === 0) {
    return session.leaderboard.map((one) => ({
      rank: one.rank,
      names: [one.display_name],
      ...recordIn(session, one, texts),
    }));
  }
  return pairs.map((pair) => ({
    rank: pair.rank ?? 0,
    names: pair.players.map(({ display_name }) => display_name),
    ...recordIn(session, { losses: 0, games_won: 0, ...pair }, texts),
  }));
}

function recordIn(
  { ranked_by: ranking, unit }: PosterSession,
  one: Omit<Ranked, keyof Named | 'rank'>,
  texts: PictureTexts,
): Pick<Placed, 'record' | 'shortRecord' | 'played'> {
  if (ranking === 'points') {
    const record = texts.format('poster.points', { points: one.games_won, unit });
    return { record, shortRecord: String(one.games_won), played: '' };
  }
  if (ranking === 'average') {
    const { average = null, played = 0 } = one;
    const short = average === null ? '–' : texts.format('poster.short_average', { average });
    const record = average === null ? '–' : texts.format('poster.average', { average });
    return { record, shortRecord: `${short} · ${played}`, played: texts.matches(played) };
  }
  const record = recordOf({ draws: 0, ...one });
  return { record, shortRecord: record, played: '' };
}

/** What decides the ranking, such as `by points`. */
export const rankedBy = ({ ranked_by = 'wins', unit }: PosterSession, texts: PictureTexts): string =>
  texts.format('poster.ranked_by', { ranking: ranked_by, unit });

/** What the poster shows, for people who cannot see it, with whole names. */
export function describe(
  session: PosterSession,
  { title, isDate }: NightTitle,
  texts: PictureTexts,
): { title: string; description: string } {
  const days = isDate ? '' : texts.days(session);
  const date = days === '' ? '' : `, ${days}`;
  const first = placedOf(session, texts)
    .filter(({ rank }) => rank === 1)
    .map(({ names }) => (names.length === 1 ? (names[0] ?? '') : texts.pair(names)));
  const winners = first.length === 0 ? '' : ` ${texts.winners(first)}`;
  return { title: `${title}${date}`, description: `${texts.posterTotals(session)}${winners}` };
}

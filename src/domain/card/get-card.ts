import type { Queryable } from '../../store/database.ts';
import { listHistory } from '../../store/history.ts';
import { type PlayerRow, readVisiblePlayer } from '../../store/players.ts';
import { inSnapshot } from '../../store/snapshot.ts';
import { countStreak } from '../../store/streak.ts';
import { readWindows } from '../../store/windows.ts';
import {
  ANALYSIS_LIMIT_DEFAULT,
  type Consistency,
  consistencyOf,
  type Headline,
  headlineOf,
  insightsOf,
  readAnalysisInput,
  SCORE_MOVE_DAYS,
  type SeenMatch,
  standingOf,
} from '../analysis/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type MatchView, matchView } from '../matches/index.ts';
import { type PlayerView, playerView } from '../players/index.ts';
import { canonicalUsername } from '../username.ts';
import { type Form, formOf, streakWithin } from './form.ts';
import { type CardWindows, rowOfDays, windowStarts, windowsOf } from './windows.ts';

/** A player's card in the contract's shape. */
export interface CardView {
  readonly player: Omit<PlayerView, 'rating'>;
  readonly rating: PlayerView['rating'];
  readonly windows: CardWindows;
  readonly form: Form;
  readonly consistency: Consistency;
  readonly headline_insight: Headline | null;
  /** The history's newest, walkovers among them. */
  readonly last_matches: readonly MatchView[];
}

const LAST_MATCHES = 5;

/**
 * The card of a player, all of it as of one moment.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getCard(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  username: string,
): Promise<CardView> {
  return inSnapshot(context.database, async (snapshot) => {
    const player = await readVisiblePlayer(snapshot, caller.partnerId, canonicalUsername(username));
    if (player === undefined) throw new Problem('player_not_found');
    return readCard(snapshot, caller, player, context.now());
  });
}

async function readCard(
  snapshot: Queryable,
  caller: Pick<Caller, 'partnerId'>,
  row: PlayerRow,
  now: number,
): Promise<CardView> {
  const { matches, pool } = await readAnalysisInput(snapshot, caller, row.id, ANALYSIS_LIMIT_DEFAULT);
  const windows = await readWindows(snapshot, row.id, windowStarts(now));
  const forever = { since: null, until: null };
  const last = await listHistory(snapshot, caller.partnerId, row.id, forever, {
    limit: LAST_MATCHES,
    offset: 0,
    after: null,
  });
  const standing = standingOf(row, rowOfDays(windows, SCORE_MOVE_DAYS), now);
  const { rating, ...player } = playerView(row, now);
  return {
    player,
    rating,
    windows: windowsOf(windows),
    form: await readForm(snapshot, row.id, matches),
    consistency: consistencyOf(matches),
    headline_insight: headlineOf(insightsOf(matches, pool, standing)),
    last_matches: last.map((match) => matchView(match)),
  };
}

/** Only a streak that may go on before the matches which were read anyway has to be counted. */
async function readForm(snapshot: Queryable, playerId: string, matches: readonly SeenMatch[]): Promise<Form> {
  const won = matches.map((match) => match.won);
  const [newest] = won;
  if (newest === undefined) return formOf([], 0);
  const isWhole = won.length < ANALYSIS_LIMIT_DEFAULT;
  const length = streakWithin(won) ?? (isWhole ? won.length : await countStreak(snapshot, playerId, newest));
  return formOf(won, length);
}

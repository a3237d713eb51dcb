import { readForCard } from '../../store/analysis.ts';
import {
  ANALYSIS_LIMIT_DEFAULT,
  analysisInputOf,
  type Consistency,
  consistencyOf,
  type Headline,
  headlineOf,
  insightsOf,
} from '../analysis/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type MatchView, matchView } from '../matches/index.ts';
import { type PlayerView, playerView } from '../players/index.ts';
import { canonicalUsername } from '../username.ts';
import { type Form, formOf } from './form.ts';
import { type CardWindows, scoreMoveWindowOf, windowStarts, windowsOf } from './windows.ts';

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
  { database, now }: Context,
  { partnerId }: Pick<Caller, 'partnerId'>,
  username: string,
): Promise<CardView> {
  const at = now();
  const options = { limit: ANALYSIS_LIMIT_DEFAULT, since: windowStarts(at) };
  const reading = await readForCard(database, partnerId, canonicalUsername(username), options, LAST_MATCHES);
  if (reading === undefined) throw new Problem('player_not_found');
  const { matches, pool, standing } = analysisInputOf(reading, scoreMoveWindowOf(reading.windows), at);
  const { rating, ...player } = playerView(reading.player, at);
  return {
    player,
    rating,
    windows: windowsOf(reading.windows),
    form: formOf(
      matches.map((match) => match.won),
      reading.streak,
    ),
    consistency: consistencyOf(matches),
    headline_insight: headlineOf(insightsOf(matches, pool, standing)),
    last_matches: reading.last.map((row) => matchView(row)),
  };
}

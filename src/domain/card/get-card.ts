import { type CardReading, readForCard } from '../../store/analysis/analysis.ts';
import type { Queryable } from '../../store/engine/database.ts';
import { inSnapshot } from '../../store/engine/snapshot.ts';
import {
  ANALYSIS_LIMIT_DEFAULT,
  type AnalysisInput,
  analysisInputOf,
  type Consistency,
  consistencyOf,
  type Headline,
  headlineOf,
  insightsOf,
  type SeenMatch,
} from '../analysis/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type MatchView, matchView } from '../matches/index.ts';
import { type PlayerView, playerView } from '../players/index.ts';
import { canonicalUsername } from '../username.ts';
import { type Form, formOf } from './form.ts';
import { needsOlder, olderMatches } from './older-matches.ts';
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

/** A card's material, as of one moment. */
interface Material {
  readonly at: number;
  readonly reading: CardReading;
  readonly input: AnalysisInput;
}

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
  const read = async (from: Queryable): Promise<Material> => {
    const reading = await readForCard(from, partnerId, canonicalUsername(username), options, LAST_MATCHES);
    if (reading === undefined) throw new Problem('player_not_found');
    return { at, reading, input: analysisInputOf(reading, scoreMoveWindowOf(reading.windows), at) };
  };
  const material = await read(database);
  if (!needsOlder(material.input.matches)) return cardOf(material, []);
  // Few cards need a second statement, and then both have to be of one moment.
  return inSnapshot(database, async (snapshot) => {
    const again = await read(snapshot);
    const { player, oldest } = again.reading;
    return cardOf(again, oldest === null ? [] : await olderMatches(snapshot, player.id, again.input.matches, oldest));
  });
}

/** @param older matches before those of the material that consistency needs */
function cardOf({ at, reading, input }: Material, older: readonly SeenMatch[]): CardView {
  const { matches, pool, standing } = input;
  const { rating, ...player } = playerView(reading.player, at);
  return {
    player,
    rating,
    windows: windowsOf(reading.windows),
    form: formOf(
      matches.map((match) => match.won),
      reading.streak,
    ),
    consistency: consistencyOf([...matches, ...older]),
    headline_insight: headlineOf(insightsOf(matches, pool, standing)),
    last_matches: reading.last.map((row) => matchView(row)),
  };
}

import type { Analysis } from '@bandeja/contract/analysis';
import { Problem } from '@bandeja/contract/errors/problem';
import { DAY_MS } from '@bandeja/contract/instant';
import { canonicalUsername } from '@bandeja/contract/username';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../../context.ts';
import { SCORE_MOVE_DAYS, standingOf } from '../insights/facts.ts';
import { insightsOf } from '../insights/insights.ts';
import type { Language } from '../messages/languages.ts';
import { patternsOf } from './patterns.ts';
import { ANALYSIS_LIMIT_DEFAULT, type Reading, readMatchesOf, readOlder } from './reading.ts';
import type { SeenMatch } from './seen-match.ts';

/**
 * The analysis of a player over the newest `limit` completed matches from every partner, walkovers excluded.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getAnalysis(
  { actor: { partnerId }, language, readDatabase, now }: PartnerContext,
  username: string,
  limit: number,
): Promise<Analysis> {
  const at = now();
  const monthAgo = at - SCORE_MOVE_DAYS * DAY_MS;
  // A short analysis needs the matches of a month as well.
  const count = Math.max(limit, ANALYSIS_LIMIT_DEFAULT);
  const name = canonicalUsername(username);
  const coversMonth = ({ end }: Reading, older: readonly SeenMatch[] = []): boolean =>
    end === null || (older.at(-1)?.playedAt ?? end.played_at) < monthAgo;
  const reading = await readMatchesOf(readDatabase, partnerId, name, count);
  if (reading === undefined) throw new Problem('player_not_found');
  if (coversMonth(reading)) return analysisOf(reading, [], { limit, at, language });
  // Few players have so many matches in a month; then both statements must be of one moment.
  return inSnapshot(readDatabase, async (snapshot) => {
    const again = await readMatchesOf(snapshot, partnerId, name, count);
    if (again === undefined) throw new Problem('player_not_found');
    return analysisOf(again, await readOlder(snapshot, again, (older) => coversMonth(again, older)), {
      limit,
      at,
      language,
    });
  });
}

interface Asked {
  readonly limit: number;
  readonly at: number;
  readonly language: Language;
}

/** @param older matches before those of the reading, as far back as a month needs them */
function analysisOf(
  { player, pool, matches }: Reading,
  older: readonly SeenMatch[],
  { limit, at, language }: Asked,
): Analysis {
  const { id, username, display_name } = player;
  const analysed = matches.slice(0, limit);
  return {
    player: { id, username, display_name },
    ...patternsOf(analysed, pool),
    insights: insightsOf(analysed, pool, standingOf(player, [...matches, ...older], at), language),
  };
}

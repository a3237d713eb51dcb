import type { Card } from '@bandeja/contract/card';
import { Problem } from '@bandeja/contract/errors/problem';
import { canonicalUsername } from '@bandeja/contract/username';
import { windowStart } from '@bandeja/contract/windows';
import type { Transaction } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../../context.ts';
import { type HistoryRow, listHistory } from '../../matches/history-store.ts';
import { matchView } from '../../matches/view.ts';
import { playerView } from '../../players/view.ts';
import { consistencyOf, isFullSample } from '../analysis/consistency.ts';
import { ANALYSIS_LIMIT_DEFAULT, type Reading, readMatchesOf, readOlder } from '../analysis/reading.ts';
import type { SeenMatch } from '../analysis/seen-match.ts';
import { standingOf } from '../insights/facts.ts';
import { type HeadlineChoice, headlineOf } from '../insights/headline.ts';
import type { Language } from '../messages/languages.ts';
import { formOf, hasStreakEnded } from './form.ts';
import { windowsOf } from './windows.ts';

const LAST_MATCHES = 5;
const LAST = { limit: LAST_MATCHES, offset: 0, after: null };
const ANY_TIME = { since: null, until: null };

/** Consistency looks through at most so many older matches, so that no card costs many times another. */
const CONSISTENCY_OLDER_MAX = 500;

type Material = Reading & { readonly last: readonly HistoryRow[] };

/**
 * The card of a player, all of it as of one moment.
 * @param headline what the one sentence may be about
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getCard(
  { actor: { partnerId }, language, readDatabase, now }: PartnerContext,
  username: string,
  headline: HeadlineChoice = 'any',
): Promise<Card> {
  const at = now();
  const asked = { at, headline, language };
  const name = canonicalUsername(username);
  const read = async (snapshot: Transaction): Promise<Material | undefined> => {
    const [reading, last] = await Promise.all([
      readMatchesOf(snapshot, partnerId, name, ANALYSIS_LIMIT_DEFAULT),
      listHistory(snapshot, partnerId, name, ANY_TIME, LAST),
    ]);
    return reading && { ...reading, last: last ?? [] };
  };
  const material = await inSnapshot(readDatabase, (snapshot) => {
    const answered = read(snapshot);
    snapshot.commitWithLast();
    return answered;
  });
  if (material === undefined) throw new Problem('player_not_found');
  if (isEnough(material, [], at)) return cardOf(material, [], asked);
  // Few cards need older matches, and then all statements must be of one moment.
  return inSnapshot(readDatabase, async (snapshot) => {
    const again = await read(snapshot);
    if (again === undefined) throw new Problem('player_not_found');
    return cardOf(again, await readOlder(snapshot, again, (older) => isEnough(again, older, at)), asked);
  });
}

/** Whether older matches reach back far enough for the windows, the streak and consistency. */
function isEnough({ matches, end }: Material, older: readonly SeenMatch[], at: number): boolean {
  if (end === null) return true;
  const all = [...matches, ...older];
  return (
    (all.at(-1)?.playedAt ?? 0) < windowStart('90d', at) &&
    hasStreakEnded(all) &&
    (older.length >= CONSISTENCY_OLDER_MAX || isFullSample(consistencyOf(all)))
  );
}

interface Asked {
  readonly at: number;
  readonly headline: HeadlineChoice;
  readonly language: Language;
}

/** @param older matches before those of the material */
function cardOf({ player: row, pool, matches, last }: Material, older: readonly SeenMatch[], asked: Asked): Card {
  const { at, headline, language } = asked;
  const { rating, ...player } = playerView(row, at, language);
  const all = [...matches, ...older];
  return {
    player,
    rating,
    windows: windowsOf(all, at),
    form: formOf(all),
    consistency: consistencyOf(all.slice(0, ANALYSIS_LIMIT_DEFAULT + CONSISTENCY_OLDER_MAX)),
    headline_insight: headlineOf(
      { matches, pool, standing: standingOf(row, all, at), score: rating.service_score },
      headline,
      language,
    ),
    last_matches: last.map((match) => matchView(match)),
  };
}

import assert from 'node:assert/strict';
import type { SentMatch } from './histories-record.ts';
import type { MatchBody, PlayerBody } from './histories-watch.ts';
import { bodyOf, partnerKey, type World } from './histories-world.ts';
import { call, settlement } from './season.ts';

const PAGE = 100;

/**
 * Sends the matches of a world to another service in the order of play, as they are in the end, and compares all numbers.
 * @returns how many matches were compared
 */
export async function replayInOrder(world: World, url: string, replayerUrl: string): Promise<number> {
  const keys: string[] = [];
  for (const partner of world.keys.keys()) keys.push(await partnerKey(replayerUrl, `${world.name}-${partner}`));
  await world.register(replayerUrl, keys);
  const rated = world.recorded.matches.filter(({ status, id }) => status === 'completed' && id !== null);
  for (const match of rated.toSorted((a, b) => a.facts.playedAt - b.facts.playedAt))
    await play(replayerUrl, keys, match);
  assert.equal(
    (await settlement(replayerUrl)).rating_status,
    'settled',
    'matches in the order of play are not settled',
  );
  for (const partner of keys.keys()) {
    const stored = await matchesOf(url, world.keys[partner] ?? '');
    const replayed = await matchesOf(replayerUrl, keys[partner] ?? '');
    for (const match of rated.filter((one) => one.partner === partner)) {
      const [one, other] = [stored.get(match.ref), replayed.get(match.ref)];
      assert.ok(one && other, `${match.ref} is missing`);
      for (const [slot, { rating_change: change }] of one.participants.entries()) {
        // An erased player has none.
        if (change !== null) assert.deepEqual(change, other.participants[slot]?.rating_change, match.ref);
      }
    }
    assert.equal([...stored.values()].filter(({ status }) => status === 'completed').length, replayed.size);
  }
  for (const username of world.usernames) {
    const [one, other] = [
      await ratingOf(url, world.keys[0] ?? '', username),
      await ratingOf(replayerUrl, keys[0] ?? '', username),
    ];
    assert.deepEqual(one, other, username);
  }
  return rated.length;
}

async function play(url: string, keys: readonly string[], match: SentMatch): Promise<void> {
  const key = keys[match.partner] ?? '';
  const { status, body } = await call(url, key, 'POST', '/v1/matches', bodyOf(match));
  assert.equal(status, 201, JSON.stringify(body));
  if (match.tier !== 'player_confirmed') return;
  assert.equal((await call(url, key, 'POST', `/v1/matches/${body['id']}/confirm`)).status, 200);
}

async function matchesOf(url: string, key: string): Promise<Map<string, MatchBody>> {
  const matches = new Map<string, MatchBody>();
  for (let query: string | null = ''; query !== null; ) {
    const { body } = await call(url, key, 'GET', `/v1/matches?limit=${PAGE}${query}`);
    const page = body as unknown as { data: MatchBody[]; pagination: { next_cursor: string | null } };
    for (const one of page.data) matches.set(one.external_ref, one);
    const { next_cursor: cursor } = page.pagination;
    query = cursor === null ? null : `&cursor=${encodeURIComponent(cursor)}`;
  }
  return matches;
}

async function ratingOf(url: string, key: string, username: string): Promise<unknown[]> {
  const { rating } = (await call(url, key, 'GET', `/v1/players/${username}`)).body as unknown as PlayerBody;
  return [rating['service_score'], rating['matches_played'], rating['last_played_at']];
}

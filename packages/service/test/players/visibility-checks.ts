import assert from 'node:assert/strict';
import type { PlayerBatchResults } from '@bandeja/contract/player-batches';
import { faultsOf } from '../support/club.ts';
import { aMatch, four } from '../support/matches.ts';
import { type Answer, absentName, type PageBody, type ProblemBody, type TestPartner } from '../support/service.ts';
import { type ModelPlayer, QUERIES, SLUGS, type VisibilityModel } from './visibility-model.ts';

type Named = { readonly username: string | null; readonly display_name?: string };

const PLAYER_ROUTES = ['', '/card', '/analysis', '/progress', '/matches'] as const;

/** The partners of a service, and the model of what they may know. */
interface World {
  readonly model: VisibilityModel;
  /** A word in all usernames. */
  readonly word: string;
  readonly usernames: readonly string[];
  readonly partners: readonly TestPartner[];
  readonly matches: readonly { readonly by: number; readonly players: readonly ModelPlayer[] }[];
}

/**
 * Asserts that every partner gets exactly what the model expects, from each list and search, and from each route of the
 * players that the last step may have changed.
 */
export async function checkKnowledge(world: World, touched: readonly string[]): Promise<void> {
  for (const [index, partner] of world.partners.entries()) {
    await checkLists(world, index, partner);
    for (const four of [world.usernames.slice(0, 4), world.usernames.slice(-4)]) {
      await checkEligible(world, index, partner, four);
    }
    for (const username of touched) await checkPlayer(world, index, partner, username);
  }
}

async function checkLists(world: World, index: number, partner: TestPartner): Promise<void> {
  const { model, word } = world;
  const listed = async (path: string, query: Record<string, string> = {}): Promise<string[]> => {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const asked: Record<string, string> = { ...query, limit: '4', ...(cursor === null ? {} : { cursor }) };
      const answer: Answer<PageBody<Named>> = await partner.request('GET', path, { query: asked });
      const { status, body, text } = answer;
      assert.equal(status, 200, text);
      names.push(...body.data.map(({ username, display_name }) => `${username} ${display_name}`));
      cursor = body.pagination.next_cursor;
    } while (cursor !== null);
    return names;
  };
  const shown = (players: Iterable<ModelPlayer>): string[] =>
    [...players].map(({ username, name: { text } }) => `${username} ${text}`);
  const byUsername = (players: Iterable<ModelPlayer>): string[] => shown(players).sort();
  const says = `of partner ${index}`;
  assert.deepEqual(await listed('/v1/players'), shown(model.find(index, null)), `the list ${says}`);
  assert.deepEqual(await listed('/v1/players', { q: word }), shown(model.find(index, [word])), `all in sight ${says}`);
  const turn = (index + model.shares.length + world.matches.length + model.players.size) % QUERIES.length;
  for (const { q, beginnings } of [QUERIES[turn], QUERIES[(turn + 3) % QUERIES.length]].flatMap((one) => one ?? [])) {
    const found = await listed('/v1/players', { q: `${q} ${word.toUpperCase()}` });
    assert.deepEqual(found, shown(model.find(index, [...beginnings, word])), `found with ${q} ${says}`);
  }
  const publicOnes = byUsername([...model.players].filter(({ isPublic }) => isPublic));
  assert.deepEqual(await listed('/v1/players/search', { q: word }), publicOnes, `the search ${says}`);
  const { body: rosters } = await partner.request<PageBody<{ slug: string; members: number }>>('GET', '/v1/rosters');
  const counts = [...(model.rosters[index] ?? [])].map(([slug, members]): [string, number] => [slug, members.size]);
  assert.deepEqual(
    rosters.data.map(({ slug, members }): [string, number] => [slug, members]).sort(),
    counts.sort(),
    `the rosters ${says}`,
  );
  for (const slug of SLUGS) {
    const members = model.rosters[index]?.get(slug);
    if (members === undefined) {
      for (const path of [
        `/v1/rosters/${slug}/members`,
        `/v1/rosters/${slug}/leaderboard`,
        `/v1/players?roster=${slug}`,
      ]) {
        assert.equal((await partner.request('GET', path)).status, 404);
      }
      continue;
    }
    const all = [...members.keys()];
    assert.deepEqual(await listed('/v1/players', { roster: slug }), shown(model.sorted(all, index)), `${slug} ${says}`);
    const asMembers = await listed(`/v1/rosters/${slug}/members`);
    assert.deepEqual(asMembers.toSorted(), byUsername(all), `members of ${slug} ${says}`);
    assert.deepEqual(asMembers.map(usernameOf), byUsername(all).map(usernameOf).sort(), `order of ${slug} ${says}`);
    const { body } = await partner.request<PageBody<Named> & { unranked: Named[] }>(
      'GET',
      `/v1/rosters/${slug}/leaderboard`,
    );
    const ranked = [...body.data, ...body.unranked].map(({ username, display_name }) => `${username} ${display_name}`);
    assert.deepEqual(ranked.sort(), byUsername(all), `the leaderboard of ${slug} ${says}`);
  }
}

/** The partner may submit and preview matches of the players it sees, and of no others. */
async function checkEligible({ model }: World, index: number, partner: TestPartner, usernames: readonly string[]) {
  const participants = four(...usernames);
  const unseen = usernames.flatMap((username, slot) => (model.named(index, username) === undefined ? [slot] : []));
  for (const [path, body] of [
    ['/v1/matches?dry_run=true', aMatch({ external_ref: 'dry', participants })],
    ['/v1/matches/preview', { participants }],
  ] as const) {
    const answer = await partner.request<ProblemBody>('POST', path, { body });
    assert.equal(answer.status, unseen.length === 0 ? 200 : 422, answer.text);
    if (unseen.length === 0) continue;
    assert.deepEqual(
      faultsOf(answer.body),
      unseen.map((slot) => `/participants/${slot} participant_not_eligible`),
    );
  }
}

async function checkPlayer(world: World, index: number, partner: TestPartner, username: string): Promise<void> {
  const { model } = world;
  const player = model.named(index, username);
  const headers = { 'x-request-id': 'the-same' };
  for (const route of PLAYER_ROUTES) {
    const answer = await partner.request('GET', `/v1/players/${username}${route}`, { headers });
    assert.equal(
      answer.status,
      player === undefined ? 404 : 200,
      `${route} of ${username} for ${index}: ${answer.text}`,
    );
    if (player === undefined) {
      const name = absentName(username);
      const absent = await partner.request('GET', `/v1/players/${name}${route}`, { headers });
      assert.deepEqual(nameless(answer, username), nameless(absent, name));
    } else if (route === '') {
      const { display_name, profile_is_public } = answer.body;
      assert.deepEqual([display_name, profile_is_public], [player.name.text, player.isPublic]);
    }
  }
  if (player !== undefined) await checkHistory(world, index, partner, player);
  await checkRegistration(world, index, partner, username);
}

/** A dry run of registrations has the results of the model, which is not changed either. */
async function checkRegistration({ model }: World, index: number, partner: TestPartner, username: string) {
  for (const isPublic of [true, false]) {
    const body = { players: [{ username, display_name: 'Another person', profile_is_public: isPublic }] };
    const { body: answer, text } = await partner.request<PlayerBatchResults>('POST', '/v1/players/batch', {
      body,
      query: { dry_run: true },
    });
    const known = model.named(index, username);
    const isExisting = known !== undefined && (isPublic || model.isOwn(index, known));
    const isTaken = !isExisting && isPublic && model.isTaken(index, username);
    assert.equal(answer.results[0]?.status, isExisting ? 'existing' : isTaken ? 'taken' : 'created', text);
    assert.equal(answer.results[0]?.player?.display_name, isExisting ? known.name.text : undefined);
  }
}

const usernameOf = (shown: string): string => shown.split(' ')[0] ?? '';

/** A response without its date and without the name, which it repeats. */
function nameless({ status, headers: { date: _, ...headers }, text }: Answer<unknown>, name: string): object {
  return { status, headers, text: text.replaceAll(name, 'NAME') };
}

/** In a history, a participant has no name if it is erased, or if the partner neither sees it nor submitted the match. */
async function checkHistory(
  { model, matches }: World,
  index: number,
  partner: TestPartner,
  player: ModelPlayer,
): Promise<void> {
  const { username } = player;
  const { body } = await partner.request<PageBody<{ participants: Named[] }>>('GET', `/v1/players/${username}/matches`);
  const shown = body.data.map(({ participants }) => participants.map((one) => one.username).sort());
  const expected = matches
    .filter(({ players }) => players.includes(player))
    .map(({ by, players }) => {
      const isNamed = (one: ModelPlayer): boolean => model.players.has(one) && (by === index || model.sees(index, one));
      return players.map((one) => (isNamed(one) ? one.username : null)).sort();
    });
  assert.deepEqual(shown.map(String).sort(), expected.map(String).sort(), `the history of ${username} for ${index}`);
}

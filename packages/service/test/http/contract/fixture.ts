/** A partner with several of everything, so that every list has entries that its order leaves equal. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Import } from '@bandeja/contract/imports';
import type { IssuedKey } from '@bandeja/contract/keys';
import type { IssuedLink } from '@bandeja/contract/links';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { MergeView } from '@bandeja/contract/merges';
import type { Plan } from '@bandeja/contract/plans';
import type { Player } from '@bandeja/contract/players';
import { insertDeliveryLog } from '../../../src/webhooks/delivery-log-store.ts';
import { feedCaughtUp } from '../../support/feed.ts';
import { aMatch, four, setsOf } from '../../support/matches.ts';
import { signedInOperator } from '../../support/operators.ts';
import { addedPerson, freshPerson } from '../../support/people.ts';
import { freshName, type TestClient, type TestPartner, type TestService } from '../../support/service.ts';
import { doPartnerTasks } from '../../support/tasks.ts';

export const ROSTER = 'night';
export const SESSION = 'night-1';
/** A planned night of one court, whose first round is open and has a result. */
export const LINKED = 'plan-linked';
export const LINKED_RESULT = { seen: 1, set_scores: setsOf('15-9') };
const DAY_MS = 86_400_000;

export interface Fixture {
  readonly service: TestService;
  readonly partner: TestPartner;
  /** A partner with a test key. */
  readonly tester: TestPartner;
  readonly operator: TestClient;
  readonly signedInOperator: TestClient;
  readonly nobody: TestClient;
  /** A phone with a link to {@link LINKED}, that may enter results. */
  readonly phone: TestClient;
  /** A player with a link to {@link Fixture.waiting}. */
  readonly answerer: TestClient;
  /** A person of the partner who may do everything. */
  readonly manager: TestClient;
  /** A person with an invitation. */
  readonly invited: TestClient;
  /** The person of {@link invited}. */
  readonly personId: string;
  /** A match that awaits its players. */
  readonly waiting: OwnMatchView;
  /** Public players of the partner, on its roster. All have one display name. */
  readonly players: readonly Player[];
  /** A private player of the partner. */
  readonly hidden: Player;
  /** What all their usernames start with. */
  readonly prefix: string;
  /** Completed, pending and voided ones, two at each instant. */
  readonly matches: readonly OwnMatchView[];
  /** The match that was amended. */
  readonly amended: OwnMatchView;
  readonly endpointId: string;
  readonly keyId: string;
  readonly taskId: string;
  /** A merge of the partner whose task and whose undo are unfinished. */
  readonly merge: MergeView;
  /** A merge that is done. */
  readonly mergedId: string;
  /** An open import with rows and players. */
  readonly importId: string;
}

const fixtures = new WeakMap<TestService['database'], Promise<Fixture>>();

/** The fixture of a service, made by the first call. Resolves once readers see all of its events. */
export async function fixtureOf(service: TestService): Promise<Fixture> {
  const fixture = fixtures.get(service.database) ?? makeFixture(service);
  fixtures.set(service.database, fixture);
  await fixture;
  await feedCaughtUp(service.database);
  return fixture;
}

/** A request that must succeed. @returns its body */
export async function done<T>(client: TestClient, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await client.request<T>(method, path, body === undefined ? {} : { body });
  assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** An instant of the last weeks, so that players are ranked. */
const daysAgo = (days: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();

async function makeFixture(service: TestService): Promise<Fixture> {
  const { operator, nobody } = service;
  const partner = await service.freshPartner();
  const guest = await service.freshPartner();
  const tester = await service.freshPartner({ mode: 'test' });
  const prefix = freshName('c').replaceAll('-', '');
  const register = (owner: TestPartner, count: number, from: number, more: object = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const username = `${prefix}.${from + index}`;
        return done<Player>(owner, 'POST', '/v1/players', {
          username,
          display_name: `Ana ${prefix}`,
          profile_is_public: true,
          ...more,
        });
      }),
    );
  const players = await register(partner, 10, 0, { roster_slug: ROSTER });
  for (const value of [1, 2, 3, 4]) {
    const starting_level = { value, source: 'self' };
    await done(partner, 'PATCH', `/v1/players/${players.at(-1)?.username}`, { starting_level });
  }
  await register(guest, 3, 10);
  const [hidden = assert.fail()] = await partner.freshPlayers(1, { profile_is_public: false });
  for (const slug of ['day', 'dusk', 'dawn']) await done(partner, 'PUT', `/v1/rosters/${slug}`);
  const { matches, amended } = await playMatches(partner, guest, players);
  for (const player of await register(partner, 4, 13)) await done(partner, 'DELETE', `/v1/players/${player.username}`);
  const night = { format: 'americano', courts: 1, rounds: 1, scoring: 'points' };
  const planned = { ...night, players: players.slice(0, 4).map(({ username }) => ({ username })) };
  for (const ref of ['plan-1', 'plan-2', 'plan-3', 'plan-4']) {
    await done(partner, 'PUT', `/v1/sessions/${ref}/plan`, planned);
  }
  const phone = await linkNight(partner, planned);
  const waiting = await submitWaiting(partner, players);
  for (let count = 0; count < 2; count += 1) await submitWaiting(partner, players);
  const answerer = await linkMatch(partner, waiting);
  const endpointIds: string[] = [];
  for (let count = 0; count < 4; count += 1) endpointIds.push((await addEndpoint(partner)).id);
  const [endpointId = assert.fail()] = endpointIds;
  await logDeliveries(service, endpointId);
  const keys = `/admin/v1/partners/${partner.id}/keys`;
  for (let count = 0; count < 3; count += 1) await done(operator, 'POST', keys, { scopes: ['read:players'] });
  const { id: keyId } = await done<IssuedKey>(operator, 'POST', keys, { scopes: ['read:players'] });
  for (const name of ['ana', 'berta', 'carla']) await done(operator, 'POST', '/admin/v1/operators', { name });
  const tasks: { readonly id: string }[] = [];
  for (const kind of ['verify', 'replay', 'calibrate', 'audit'])
    tasks.push(await done(operator, 'POST', '/admin/v1/tasks', { kind }));
  const taskId = tasks[0]?.id ?? assert.fail();
  const mergedId = await doneMerge(partner);
  const merges: MergeView[] = [];
  for (let count = 0; count < 4; count += 1) merges.push(await aMerge(partner));
  await done(await service.freshPartner(), 'GET', '/v1/rosters');
  const { client: manager } = await freshPerson(service, partner.id);
  for (let count = 0; count < 2; count += 1) await addedPerson(service, partner.id, 'viewer');
  const { id: personId, invitation } = await addedPerson(service, partner.id, 'coach');
  return {
    service,
    partner,
    tester,
    operator,
    signedInOperator: (await signedInOperator(service)).client,
    nobody,
    phone,
    answerer,
    manager,
    invited: nobody.withToken(invitation.token),
    personId,
    waiting,
    players,
    hidden,
    prefix,
    matches,
    amended,
    endpointId,
    keyId,
    taskId,
    merge: merges[0] ?? assert.fail(),
    mergedId,
    importId: await makeImports(partner, players),
  };
}

/** Starts a merge of two new players. */
export async function aMerge(partner: TestPartner): Promise<MergeView> {
  const [from, into] = await partner.freshPlayers(2);
  return done<MergeView>(partner, 'POST', '/v1/merges', { from: from?.username, into: into?.username });
}

/** Merges two players. The replaced one has several matches, two at each instant. @returns the id of the merge */
async function doneMerge(partner: TestPartner): Promise<string> {
  const [from, into, ...others] = await partner.freshPlayers(5);
  if (from === undefined || into === undefined) assert.fail();
  for (let index = 0; index < 6; index += 1) {
    const played_at = daysAgo(1 + Math.floor(index / 2));
    const body = aMatch({ external_ref: freshName('match'), played_at, participants: four(from, ...others) });
    await done(partner, 'POST', '/v1/matches', body);
  }
  const { id } = await done<MergeView>(partner, 'POST', '/v1/merges', { from: from.username, into: into.username });
  await doPartnerTasks(partner.context);
  return id;
}

/** @returns the id of an open import, beside five others */
async function makeImports(partner: TestPartner, players: readonly Player[]): Promise<string> {
  const open = () => done<Import>(partner, 'POST', '/v1/imports', { label: 'liga.csv' });
  for (const state of ['open', 'closed', 'closed', 'closed', 'closed']) {
    const { id } = await open();
    if (state === 'closed') await done(partner, 'POST', `/v1/imports/${id}/close`);
  }
  const { id } = await open();
  const keys = ['a', 'b', 'c', 'd'];
  const rows = [1, 2, 3, 4].map((line) => {
    const { trust_tier: _, ...match } = aMatch({
      external_ref: freshName('row'),
      played_at: daysAgo(20 + line),
      participants: keys.map((player, slot) => ({ player, team: slot < 2 ? 'A' : 'B' })),
      set_scores: setsOf('6-5'),
    });
    return { line, match };
  });
  const faulty = [5, 6, 7, 8].map((line) => ({ line, faults: [{ code: 'unclear_date' }] }));
  const named = keys.map((key, seat) => ({ key, username: players[seat]?.username, mode: 'existing' }));
  await done(partner, 'POST', `/v1/imports/${id}/rows`, { players: named, rows: [...rows, ...faulty] });
  return id;
}

/** @param plan of one court */
async function linkNight(partner: TestPartner, plan: object): Promise<TestClient> {
  const path = `/v1/sessions/${LINKED}`;
  await done(partner, 'PUT', `${path}/plan`, plan);
  await done(partner, 'POST', `${path}/plan/rounds/1/open`);
  const players = await seatsOf(partner, LINKED);
  await done(partner, 'PUT', `${path}/plan/rounds/1/courts/1/result`, { ...LINKED_RESULT, seen: null, players });
  for (let count = 0; count < 4; count += 1) await done(partner, 'POST', `${path}/links`, { role: 'view' });
  return partner.withToken((await done<IssuedLink>(partner, 'POST', `${path}/links`, { role: 'score' })).token);
}

/** Submits a match that awaits its players. */
export const submitWaiting = (partner: TestPartner, players: readonly Player[]) =>
  done<OwnMatchView>(
    partner,
    'POST',
    '/v1/matches',
    aMatch({
      external_ref: freshName('match'),
      played_at: daysAgo(1),
      participants: four(...players.slice(0, 4)),
      trust_tier: 'player_confirmed',
    }),
  );

/** Makes links for all players of a match. @returns the first one's client */
export async function linkMatch(partner: TestPartner, { id, participants }: OwnMatchView): Promise<TestClient> {
  const players = participants.map(({ profile_id }) => ({ profile_id }));
  type Made = { readonly data: readonly { readonly token: string }[] };
  const { data } = await done<Made>(partner, 'POST', `/v1/matches/${id}/links`, { players });
  return partner.withToken(data[0]?.token ?? assert.fail());
}

/** The players of court 1 in round 1. */
export async function seatsOf(partner: TestPartner, ref: string) {
  const { rounds } = await done<Plan>(partner, 'GET', `/v1/sessions/${ref}/plan`);
  const { team_a: A = [], team_b: B = [] } = rounds[0]?.courts[0] ?? {};
  return { A, B };
}

async function playMatches(partner: TestPartner, guest: TestPartner, players: readonly Player[]) {
  const matches: OwnMatchView[] = [];
  for (let index = 0; index < 14; index += 1) {
    // Fourteen matches at seven instants, of the first six players: each plays more than three times.
    const seats = [0, 1, 2, 3].map((seat) => players[(index + seat) % 6] ?? assert.fail());
    const body = aMatch({
      external_ref: freshName('match'),
      played_at: daysAgo(1 + Math.floor(index / 2)),
      participants: four(...seats),
      set_scores: setsOf(`6-${index % 5} 6-3`),
      session_external_ref: `night-${1 + (index % 4)}`,
      trust_tier: index === 4 ? 'player_confirmed' : 'imported',
    });
    matches.push(await done<OwnMatchView>(index % 3 === 2 ? guest : partner, 'POST', '/v1/matches', body));
  }
  const unranked = aMatch({
    external_ref: freshName('match'),
    played_at: daysAgo(1),
    participants: four(...players.slice(6, 10)),
  });
  await done(partner, 'POST', '/v1/matches', unranked);
  const own = matches.filter((_, index) => index % 3 !== 2);
  const amended = own[0] ?? assert.fail();
  for (const venue_label of ['Club Norte', 'Club Sur', null]) {
    await done(partner, 'PATCH', `/v1/matches/${amended.id}`, { venue_label });
  }
  const voided = own[1] ?? assert.fail();
  await done(partner, 'POST', `/v1/matches/${voided.id}/void`, { reason: 'Entered twice.' });
  return { matches: own, amended };
}

export const addEndpoint = (partner: TestPartner) =>
  done<{ readonly id: string }>(partner, 'POST', '/v1/webhook-endpoints', { url: 'https://1.0.0.1.invalid/' });

/** Attempts to deliver, two at each instant. */
async function logDeliveries({ database }: TestService, endpoint_id: string): Promise<void> {
  const rows = Array.from({ length: 6 }, (_, index) => ({
    endpoint_id,
    id: randomUUID(),
    event_id: `evt_1-${index}-00000000`,
    event_type: 'match.completed',
    attempt: 1,
    at: Date.UTC(2026, 4, 1 + Math.floor(index / 2)),
    duration_ms: 7,
    status_code: 200,
    error: null,
  }));
  await database.transaction((transaction) => insertDeliveryLog(transaction, rows));
}

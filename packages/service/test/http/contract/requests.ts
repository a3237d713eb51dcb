/** For each operation a request that succeeds. Each call makes what the request changes or deletes. */
import type { Import } from '@bandeja/contract/imports';
import type { LinkedMatchView } from '@bandeja/contract/linked-match';
import type { IssuedLink } from '@bandeja/contract/links';
import type { Share } from '@bandeja/contract/players';
import { LinkedNight } from '../../links/linked-night.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { aMatch, four } from '../../support/matches.ts';
import { signedInOperator } from '../../support/operators.ts';
import { addedPasskey, creationOptions, requestOptions } from '../../support/passkeys.ts';
import { addedPerson, freshPerson } from '../../support/people.ts';
import { freshName } from '../../support/service.ts';
import { addEndpoint, aMerge, done, type Fixture, LINKED, LINKED_RESULT, ROSTER, SESSION, seatsOf } from './fixture.ts';
import { lists } from './lists.ts';

export interface ValidRequest {
  readonly values?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of the caller's credential. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the service under test cannot succeed: the status of the refusal. */
  readonly refusal?: number;
}

type Maker = (fixture: Fixture) => ValidRequest | Promise<ValidRequest>;

const aSubmission = ({ players }: Fixture, changes: object = {}) =>
  aMatch({ external_ref: freshName('ref'), participants: four(...players.slice(0, 4)), ...changes });

async function aPendingMatch(fixture: Fixture): Promise<ValidRequest['values'] & object> {
  const body = aSubmission(fixture, { trust_tier: 'player_confirmed' });
  return { id: (await done<{ readonly id: string }>(fixture.partner, 'POST', '/v1/matches', body)).id };
}

async function aPlayer({ partner }: Pick<Fixture, 'partner'>): Promise<{ readonly username: string }> {
  const [player] = await partner.freshPlayers(1);
  return { username: player?.username ?? '' };
}

async function aRoster({ partner }: Fixture): Promise<{ readonly slug: string }> {
  const slug = freshName('roster');
  await done(partner, 'PUT', `/v1/rosters/${slug}`);
  return { slug };
}

const anEndpoint: Maker = async ({ partner }) => ({ values: { id: (await addEndpoint(partner)).id } });
const aKey = async ({ operator, partner }: Fixture) =>
  done<{ readonly id: string }>(operator, 'POST', `/admin/v1/partners/${partner.id}/keys`, {
    scopes: ['read:players'],
  });

/** A plan whose first round is open. */
async function aPlan({ partner, players }: Fixture): Promise<{ readonly ref: string }> {
  const ref = freshName('planned');
  await done(partner, 'PUT', `/v1/sessions/${ref}/plan`, aNight(players));
  await done(partner, 'POST', `/v1/sessions/${ref}/plan/rounds/1/open`);
  return { ref };
}

const aNight = (players: Fixture['players']) => ({
  format: 'americano',
  players: players.slice(0, 4).map(({ username }) => ({ username })),
  courts: 1,
  rounds: 3,
  scoring: 'points',
});
const thePlan: Maker = async (fixture) => ({ values: await aPlan(fixture) });

const first: Maker = ({ players }) => ({ values: { username: players[0]?.username ?? '' } });
const theMatch: Maker = ({ amended }) => ({ values: { id: amended.id } });
const theImport = ({ importId }: Fixture) => ({ values: { id: importId } });
const aBatch = (fixture: Fixture) => ({
  players: [{ key: 'new', username: freshName('new') }],
  rows: [{ line: 100, match: aSubmission(fixture) }],
});
const plain: Maker = () => ({});

/** A person of the partner that can be changed or removed. */
const aPerson: Maker = async ({ service, partner }) => ({
  values: { id: (await addedPerson(service, partner.id, 'viewer')).id },
});

const others: Readonly<Record<string, Maker>> = {
  // The database of the tests is in memory or a server: neither has files to back up.
  'POST /admin/v1/backups': () => ({ refusal: 409 }),
  'GET /admin/v1/calibration': plain,
  'GET /admin/v1/diagnosis': plain,
  'GET /admin/v1/keys/{id}': async (fixture) => ({ values: { id: (await aKey(fixture)).id } }),
  'DELETE /admin/v1/keys/{id}': async (fixture) => ({ values: { id: (await aKey(fixture)).id } }),
  'POST /admin/v1/keys/{id}/rotate': async (fixture) => ({ values: { id: (await aKey(fixture)).id }, body: {} }),
  'POST /admin/v1/partners': () => ({ body: { name: freshName('partner'), plan: 'pro' } }),
  'GET /admin/v1/partners/{id}': ({ partner }) => ({ values: { id: partner.id } }),
  'PATCH /admin/v1/partners/{id}': ({ partner }) => ({ values: { id: partner.id }, body: { suspended: false } }),
  'POST /admin/v1/partners/{id}/keys': ({ partner }) => ({
    values: { id: partner.id },
    body: { scopes: ['read:players'] },
  }),
  'POST /admin/v1/operators': () => ({ body: { name: freshName('operator') } }),
  'DELETE /admin/v1/operators/{id}': async ({ operator }) => {
    const name = freshName('operator');
    return {
      values: { id: (await done<{ readonly id: string }>(operator, 'POST', '/admin/v1/operators', { name })).id },
    };
  },
  'DELETE /admin/v1/players/{id}': async ({ partner }) => ({
    values: { id: (await partner.freshPlayers(1))[0]?.id ?? '' },
  }),
  'GET /admin/v1/scale': plain,
  'PUT /admin/v1/scale': () => ({
    body: {
      name: 'Level',
      points: [
        [0, 0],
        [3000, 7],
      ],
    },
  }),
  'DELETE /admin/v1/scale': plain,
  'GET /admin/v1/settlement': plain,
  'POST /admin/v1/tasks': () => ({ body: { kind: 'verify' } }),
  'GET /admin/v1/tasks/{id}': ({ taskId }) => ({ values: { id: taskId } }),
  'DELETE /admin/v1/tasks/{id}': async ({ operator }) => ({
    values: { id: (await done<{ readonly id: string }>(operator, 'POST', '/admin/v1/tasks', { kind: 'audit' })).id },
  }),
  'GET /v1/tasks/{id}': ({ merge }) => ({ values: { id: merge.task.id } }),
  'DELETE /v1/tasks/{id}': async ({ partner }) => ({ values: { id: (await aMerge(partner)).task.id } }),
  'POST /v1/merges': async ({ partner }) => {
    const [from, into] = await partner.freshPlayers(2);
    return { query: { dry_run: 'true' }, body: { from: from?.username, into: into?.username } };
  },
  'GET /v1/merges/{id}': ({ merge }) => ({ values: { id: merge.id } }),
  'POST /v1/merges/{id}/undo': ({ mergedId }) => ({ values: { id: mergedId }, body: {} }),
  'POST /admin/v1/sign-in': plain,
  'GET /admin/v1/sign-in': plain,
  'DELETE /admin/v1/sign-in': async ({ service }) => ({ headers: (await signedInOperator(service)).client.headers }),
  'POST /admin/v1/partners/{id}/people': ({ partner }) => ({
    values: { id: partner.id },
    body: { display_name: freshName('Ana') },
  }),
  'POST /admin/v1/people/{id}/invitation': aPerson,
  'DELETE /admin/v1/people/{id}': aPerson,
  'POST /v1/people': () => ({ body: { display_name: freshName('Ana'), role: 'viewer' } }),
  'GET /v1/people/{id}': ({ personId }) => ({ values: { id: personId } }),
  'PATCH /v1/people/{id}': async (fixture) => ({ ...(await aPerson(fixture)), body: { role: 'coach' } }),
  'DELETE /v1/people/{id}': aPerson,
  'POST /v1/people/{id}/invitation': aPerson,
  'DELETE /v1/people/{id}/invitation': aPerson,
  'GET /v1/invitation': plain,
  'POST /v1/sign-in': async ({ service, partner }) => {
    const { invitation } = await addedPerson(service, partner.id, 'viewer');
    return { headers: { authorization: `Bearer ${invitation.token}` }, body: { device: 'Phone' } };
  },
  'GET /v1/sign-in': plain,
  'DELETE /v1/sign-in': async ({ service, partner }) => ({
    headers: (await freshPerson(service, partner.id, 'viewer')).client.headers,
  }),
  'POST /v1/sign-in/invitation': plain,
  'DELETE /v1/sign-ins/{id}': async ({ service, partner }) => ({
    values: { id: (await freshPerson(service, partner.id, 'viewer')).signIn.id },
  }),
  'POST /v1/passkeys/options': plain,
  'POST /v1/passkeys': async ({ service, partner }) => {
    const { client } = await freshPerson(service, partner.id, 'viewer');
    const credential = new Authenticator().create(await creationOptions(client));
    return { headers: client.headers, body: { name: 'Phone', credential } };
  },
  'DELETE /v1/passkeys/{id}': async ({ service, partner }) => {
    const { client } = await freshPerson(service, partner.id, 'viewer');
    return { headers: client.headers, values: { id: (await addedPasskey(client)).passkey.id } };
  },
  'POST /v1/sign-in/passkey/options': plain,
  'POST /v1/sign-in/passkey': async ({ service, partner }) => {
    const { authenticator } = await addedPasskey((await freshPerson(service, partner.id, 'viewer')).client);
    return { body: { credential: authenticator.get(await requestOptions(service.nobody)) } };
  },
  'GET /v1/scale': plain,
  'GET /health/live': plain,
  'GET /health/ready': plain,
  'GET /metrics': plain,
  'GET /openapi.json': plain,
  'POST /v1/imports': () => ({ body: { label: freshName('liga') } }),
  'GET /v1/imports/{id}': theImport,
  'POST /v1/imports/{id}/close': async ({ partner }) => ({
    values: { id: (await done<Import>(partner, 'POST', '/v1/imports', { label: 'liga.csv' })).id },
  }),
  'POST /v1/imports/{id}/undo': (fixture) => ({ ...theImport(fixture), query: { dry_run: 'true' }, body: {} }),
  'POST /v1/imports/{id}/rows': (fixture) => ({ ...theImport(fixture), body: aBatch(fixture) }),
  'POST /v1/imports/check': (fixture) => ({ body: aBatch(fixture) }),
  'POST /v1/matches': (fixture) => ({ body: aSubmission(fixture) }),
  'GET /v1/matches/{id}': theMatch,
  'PATCH /v1/matches/{id}': async (fixture) => ({
    values: await aPendingMatch(fixture),
    body: { venue_label: 'Club Norte' },
  }),
  'POST /v1/matches/{id}/confirm': async (fixture) => ({ values: await aPendingMatch(fixture) }),
  'GET /v1/matches/{id}/explanation': theMatch,
  'POST /v1/matches/{id}/void': async (fixture) => ({
    values: await aPendingMatch(fixture),
    body: { reason: 'Twice.' },
  }),
  'POST /v1/matches/{id}/links': async (fixture) => ({ values: await aPendingMatch(fixture), body: {} }),
  'GET /v1/confirmation': plain,
  'PUT /v1/confirmation': async ({ answerer }) => {
    const { match } = await done<LinkedMatchView>(answerer, 'GET', '/v1/confirmation');
    return { body: { revision: match.revision, answer: 'wrong', reason: freshName('reason') } };
  },
  'POST /v1/matches/batch': (fixture) => ({ body: { matches: [aSubmission(fixture)] } }),
  'POST /v1/matches/preview': ({ players }) => ({ body: { participants: four(...players.slice(0, 4)) } }),
  'GET /v1/matches/sessions/{ref}': () => ({ values: { ref: SESSION } }),
  'GET /v1/matches/sessions/{ref}/recap.svg': () => ({ values: { ref: SESSION } }),
  'GET /v1/leaderboard.svg': plain,
  'POST /v1/players': () => ({ body: { username: freshName('new') } }),
  'GET /v1/players/{username}': first,
  'PATCH /v1/players/{username}': async (fixture) => ({
    values: await aPlayer(fixture),
    body: { display_name: 'Ana' },
  }),
  'DELETE /v1/players/{username}': async (fixture) => ({ values: await aPlayer(fixture) }),
  'GET /v1/players/{username}/analysis': first,
  'GET /v1/players/{username}/card': first,
  'GET /v1/players/{username}/card.svg': first,
  'GET /v1/players/{username}/progress': first,
  'GET /v1/players/{username}/progress.svg': first,
  'POST /v1/players/{username}/shares': async (fixture) => ({ values: await aPlayer(fixture) }),
  'PUT /v1/players/{username}/external-ids/{kind}': async (fixture) => ({
    values: { ...(await aPlayer(fixture)), kind: 'licence' },
    body: { value: freshName('ES') },
  }),
  'DELETE /v1/players/{username}/external-ids/{kind}': async (fixture) => ({
    values: { ...(await aPlayer(fixture)), kind: 'licence' },
  }),
  'POST /v1/players/batch': () => ({ body: { players: [{ username: freshName('new') }] } }),
  'GET /v1/rosters/{slug}': () => ({ values: { slug: ROSTER } }),
  'PUT /v1/rosters/{slug}': () => ({ values: { slug: freshName('roster') } }),
  'DELETE /v1/rosters/{slug}': async (fixture) => ({ values: await aRoster(fixture) }),
  'POST /v1/rosters/{slug}/members': async (fixture) => {
    const owner = await fixture.service.freshPartner();
    const { username } = await aPlayer({ partner: owner });
    const { share_code } = await done<Share>(owner, 'POST', `/v1/players/${username}/shares`);
    return { values: await aRoster(fixture), body: { share_code } };
  },
  'PUT /v1/rosters/{slug}/members/{username}': async (fixture) => ({
    values: { ...(await aRoster(fixture)), ...(await aPlayer(fixture)) },
  }),
  'DELETE /v1/rosters/{slug}/members/{username}': async (fixture) => {
    const values = { ...(await aRoster(fixture)), ...(await aPlayer(fixture)) };
    await done(fixture.partner, 'PUT', `/v1/rosters/${values.slug}/members/${values.username}`);
    return { values };
  },
  'POST /v1/night/short-code': async ({ partner }) => {
    const night = await LinkedNight.of(partner, { players: 4, body: { courts: 1 } });
    const { body } = await night.makeLink({ role: 'view', short_code: true });
    return { body: { code: body.short_code?.code } };
  },
  'GET /v1/key': plain,
  'GET /v1/partner': plain,
  'PATCH /v1/partner': () => ({ body: { time_zone: 'Europe/Madrid' } }),
  'GET /v1/sandbox': plain,
  'PATCH /v1/sandbox': () => ({ body: { advance_seconds: 1 } }),
  'DELETE /v1/sandbox': plain,
  'GET /v1/sessions/{ref}/live': () => ({ values: { ref: 'plan-1' } }),
  'GET /v1/sessions/{ref}/plan': () => ({ values: { ref: 'plan-1' } }),
  'PUT /v1/sessions/{ref}/plan': ({ players }) => ({ values: { ref: freshName('planned') }, body: aNight(players) }),
  'PATCH /v1/sessions/{ref}/plan': async (fixture) => ({
    values: await aPlan(fixture),
    body: { revision: 2, rank_by: 'wins' },
  }),
  'DELETE /v1/sessions/{ref}/plan': thePlan,
  'POST /v1/sessions/{ref}/plan/close': thePlan,
  'POST /v1/sessions/{ref}/plan/reopen': async (fixture) => {
    const values = await aPlan(fixture);
    await fixture.partner.request('POST', `/v1/sessions/${values.ref}/plan/close`);
    return { values, body: { revision: 3 } };
  },
  'POST /v1/sessions/{ref}/plan/undo': async (fixture) => ({ values: await aPlan(fixture), body: { revision: 2 } }),
  'POST /v1/sessions/{ref}/plan/rounds/{round}/open': async (fixture) => ({
    values: { ...(await aPlan(fixture)), round: '2' },
  }),
  'PUT /v1/sessions/{ref}/plan/rounds/{round}': async (fixture) => ({
    values: { ...(await aPlan(fixture)), round: '2' },
    body: { revision: 2, courts: [{ court: 1, team_a: [1, 2], team_b: [3, 4] }] },
  }),
  'PUT /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': async (fixture) => {
    const values = { ...(await aPlan(fixture)), round: '1', court: '1' };
    const players = await seatsOf(fixture.partner, values.ref);
    return { values, body: { ...LINKED_RESULT, seen: null, players } };
  },
  'DELETE /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': async (fixture) => ({
    values: { ...(await aPlan(fixture)), round: '1', court: '1' },
  }),
  'POST /v1/sessions/{ref}/links': async (fixture) => ({ values: await aPlan(fixture), body: { role: 'score' } }),
  'DELETE /v1/links/{id}': async (fixture) => {
    const { ref } = await aPlan(fixture);
    const link = await done<IssuedLink>(fixture.partner, 'POST', `/v1/sessions/${ref}/links`, { role: 'view' });
    return { values: { id: link.id } };
  },
  'GET /v1/night': plain,
  'GET /v1/night/recap': plain,
  'PUT /v1/night/rounds/{round}/courts/{court}/result': async ({ partner }) => ({
    values: { round: '1', court: '1' },
    body: { ...LINKED_RESULT, players: await seatsOf(partner, LINKED) },
  }),
  'POST /v1/webhook-endpoints': () => ({ body: { url: 'https://club.example/hook' } }),
  'GET /v1/webhook-endpoints/{id}': ({ endpointId }) => ({ values: { id: endpointId } }),
  'PATCH /v1/webhook-endpoints/{id}': async (fixture) => ({ ...(await anEndpoint(fixture)), body: { enabled: false } }),
  'DELETE /v1/webhook-endpoints/{id}': anEndpoint,
  'POST /v1/webhook-endpoints/{id}/replay': async (fixture) => ({
    ...(await anEndpoint(fixture)),
    body: { since: '2026-05-01T00:00:00Z' },
  }),
  'POST /v1/webhook-endpoints/{id}/rotate-secret': anEndpoint,
  'POST /v1/webhook-endpoints/{id}/test': anEndpoint,
};

const ofLists = Object.entries(lists).map(([name, list]): [string, Maker] => [
  name,
  (fixture) => {
    const { values, queries } = list(fixture);
    return { values, query: queries[0] ?? {} };
  },
]);

/** By operation. */
export const requests: Readonly<Record<string, Maker>> = { ...others, ...Object.fromEntries(ofLists) };

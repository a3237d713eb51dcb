import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feedCaughtUp } from '@bandeja/service/test/support/feed';
import { freshName, OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { type Api, Bandeja, BandejaOperator } from '../src/index.ts';
import { json, problem, stubFetch } from './stub.ts';

const service = useTestService({ listen: true });

const baseUrl = (): string => service().url ?? assert.fail();
const operator = () => new BandejaOperator({ baseUrl: baseUrl(), operatorToken: OPERATOR_TOKEN });

/** A new partner's client, whose key the operator's client has issued, and four players of it. */
async function aClub() {
  const { id } = await operator().partners.create({ name: 'Club Norte', plan: 'pro' });
  const scopes = ['write:matches', 'read:players', 'write:players', 'read:intelligence', 'manage:webhooks'] as const;
  const { key, id: keyId } = await operator().keys.issue(id, { scopes });
  const client = new Bandeja({ baseUrl: baseUrl(), key });
  const usernames = ['ana', 'bea', 'carla', 'dora'].map(freshName);
  const players = usernames.map((username) => ({ username }));
  const { summary } = await client.players.registerBatch({ players, roster_slug: 'club', profile_is_public: true });
  assert.equal(summary.created, 4);
  const night = freshName('night');
  const match = (number: number, members: Partial<Api.MatchSubmission> = {}): Api.MatchSubmission => ({
    external_ref: `${night}-${number}`,
    played_at: new Date(Date.UTC(2026, 0, 1, 18, number)).toISOString(),
    winning_team: 'A',
    trust_tier: 'partner_attested',
    session_external_ref: night,
    participants: usernames.map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' })),
    set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 3 }],
    ...members,
  });
  return { client, id, keyId, usernames, night, match };
}

describe('A partner’s program', () => {
  it('a match that is sent several times is stored once', async () => {
    const { client, match } = await aClub();
    const first = await client.matches.submit(match(1));
    assert.deepEqual([first.status, first.alreadyStored], ['completed', false]);
    assert.deepEqual(await client.matches.submit(match(1)), { ...first, warnings: [], alreadyStored: true });
    await assert.rejects(client.matches.submit(match(1, { winning_team: 'B', set_scores: null })), {
      code: 'duplicate_external_ref',
      status: 409,
    });
    const dry = await client.matches.submit(match(2), { dryRun: true });
    assert.equal(dry.external_ref, match(2).external_ref);
    await assert.rejects(client.matches.get(dry.id), { code: 'match_not_found' });
  });

  it('a match can be previewed, submitted, confirmed, amended and voided', async () => {
    const { client, match } = await aClub();
    const { participants } = match(1);
    const preview = await client.matches.preview({ participants });
    assert.deepEqual(preview.win_probability, { A: 0.5, B: 0.5 });
    const { id, status } = await client.matches.submit(match(1, { trust_tier: 'player_confirmed' }));
    assert.equal(status, 'pending');
    assert.equal((await client.matches.confirm(id)).status, 'completed');
    const { revision } = await client.matches.amend(id, { duration_minutes: 50, revision: 2 });
    await assert.rejects(client.matches.amend(id, { duration_minutes: 51, revision: 2 }), {
      code: 'revision_conflict',
    });
    assert.equal(revision, 3);
    assert.equal((await client.matches.explanation(id, { language: 'es' })).participants.length, 4);
    assert.equal((await client.matches.void(id, 'entered twice')).status, 'voided');
    const actions = (await Array.fromAsync(client.matches.audit(id))).map(({ action }) => action);
    assert.deepEqual(actions, ['submitted', 'confirmed', 'amended', 'voided']);
    assert.equal((await client.matches.audit(id, { limit: 1 })).data.length, 1);
  });

  it('many matches are sent, and read again page by page', async () => {
    const { client, match, night, usernames } = await aClub();
    const [username = ''] = usernames;
    const submissions = Array.from({ length: 60 }, (_, number) => match(number));
    const outcomes = await Array.fromAsync(client.matches.submitAll(submissions));
    assert.ok(outcomes.every(({ status }) => status === 'created'));
    const again = await Array.fromAsync(client.matches.submitAll(submissions.slice(0, 30)));
    assert.ok(
      again.every(({ status, matchId }, index) => status === 'duplicate' && matchId === outcomes[index]?.matchId),
    );
    const newestFirst = outcomes.map(({ matchId }) => matchId).toReversed();
    const inPages = await Array.fromAsync(client.matches.list({ limit: 7, session_external_ref: night }));
    assert.deepEqual(
      inPages.map(({ id }) => id),
      newestFirst,
    );
    const ofPlayer = await Array.fromAsync(client.players.matches(username, { since: match(30).played_at }));
    assert.equal(ofPlayer.length, 30);
    const chain = await Array.fromAsync(client.audit.list({ after: 40 }));
    assert.deepEqual([chain.length, chain[0]?.seq], [20, 41]);
    assert.deepEqual(
      (await client.matches.list({ limit: 1 })).data.map(({ id }) => id),
      newestFirst.slice(0, 1),
    );
    assert.equal((await client.audit.list({ limit: 2 })).data.length, 2);
    const sessions = await Array.fromAsync(client.sessions.list());
    assert.deepEqual(
      sessions.map(({ matches }) => matches),
      [60],
    );
    assert.equal((await client.sessions.recap(night)).matches.completed, 60);
    assert.match(await client.sessions.recapPicture(night, { theme: 'dark' }), /^<svg/);
  });

  it('every view of a player can be read', async () => {
    const { client, match, usernames } = await aClub();
    const [username = ''] = usernames;
    await client.matches.submit(match(1));
    assert.equal((await client.players.get(username)).rating.matches_played, 1);
    assert.equal((await client.players.card(username)).last_matches.length, 1);
    assert.match(await client.players.cardPicture(username), /^<svg/);
    assert.equal((await client.players.analysis(username)).sample.matches, 1);
    assert.equal((await client.players.progress(username)).points.length, 1);
    assert.match(await client.players.progressPicture(username, { width: 320 }), /^<svg/);
    assert.equal((await client.players.matches(username)).data.length, 1);
  });

  it('webhook endpoints can be managed', async () => {
    const { webhooks } = (await aClub()).client;
    const { id, secret } = await webhooks.create({ url: 'https://club.example/events' });
    assert.match(secret, /^whsec_/);
    assert.equal((await webhooks.update(id, { event_types: ['match.completed'] })).event_types?.length, 1);
    assert.deepEqual(await Array.fromAsync(webhooks.list()), [await webhooks.get(id)]);
    assert.deepEqual(await Array.fromAsync(webhooks.deliveries(id)), []);
    assert.notEqual((await webhooks.rotateSecret(id, { overlap_seconds: 60 })).secret, secret);
    await webhooks.delete(id);
    assert.deepEqual((await webhooks.list()).data, []);
  });

  it('players and rosters can be managed', async () => {
    const { client, usernames } = await aClub();
    const [ana = '', bea = ''] = usernames;
    const eva = freshName('eva');
    const first = await client.players.register({ username: eva, profile_is_public: false });
    const again = await client.players.register({ username: eva });
    assert.deepEqual([first.alreadyRegistered, again.alreadyRegistered], [false, true]);
    assert.equal((await client.players.update(eva, { display_name: 'Eva' })).display_name, 'Eva');
    const own = await Array.fromAsync(client.players.list({ limit: 2 }));
    assert.deepEqual(own.map(({ username }) => username).toSorted(), [...usernames, eva].toSorted());
    assert.equal((await client.players.search({ q: ana })).data.length, 1);
    const other = await aClub();
    const { share_code } = await client.players.share(eva, { expires_in_hours: 1 });
    assert.equal((await other.client.rosters.redeem('club', share_code)).username, eva);

    assert.equal((await client.rosters.put('monday', { name: 'Monday' })).members, 0);
    await client.rosters.add('monday', ana);
    await client.rosters.add('monday', bea);
    await client.rosters.remove('monday', ana);
    const members = await Array.fromAsync(client.rosters.members('monday'));
    assert.deepEqual(
      members.map(({ username }) => username),
      [bea],
    );
    assert.equal((await client.rosters.get('monday')).members, 1);
    assert.equal((await client.rosters.leaderboard('monday')).unranked.length, 1);
    const unranked = await Array.fromAsync(client.rosters.leaderboard('club', { ranked: false, limit: 3 }));
    assert.equal(unranked.length, 4);
    await client.rosters.delete('monday');
    assert.deepEqual(
      (await Array.fromAsync(client.rosters.list())).map(({ slug }) => slug),
      ['club'],
    );
  });
});

describe('The events', () => {
  it('events are read to the end and followed', async () => {
    const { client, match } = await aClub();
    await feedCaughtUp(service().database);
    const registered = await Array.fromAsync(client.events.list());
    assert.deepEqual(
      registered.map(({ type }) => type),
      Array.from({ length: 4 }, () => 'player.registered'),
    );
    const after = registered.at(-1)?.id;
    const stop = new AbortController();
    const seen: string[] = [];
    const following = async () => {
      for await (const event of client.events.follow({ after, pauseMs: 20, signal: stop.signal })) {
        seen.push(event.type === 'match.completed' ? event.data.match.external_ref : event.type);
        if (seen.length === 5) stop.abort(new Error('seen enough'));
      }
    };
    // It may end while the next steps are awaited.
    const followed = assert.rejects(following, /seen enough/);
    const { external_ref } = await client.matches.submit(match(1));
    await feedCaughtUp(service().database);
    await followed;
    assert.deepEqual(seen, [external_ref, ...Array.from({ length: 4 }, () => 'rating.updated')]);
    assert.equal((await client.events.list({ after, limit: 2 })).data.length, 2);
  });

  it('following continues when the service is back', async () => {
    const { fetch, sent } = stubFetch((_, count) => {
      if (count <= 2) return problem(503, 'not_ready');
      const data = count === 3 ? [{ id: 'e1' }] : [{ id: 'e2' }];
      return json(200, { data, pagination: { has_more: count === 3, next_cursor: null } });
    });
    const client = new Bandeja({ baseUrl: 'http://x', key: 'k', fetch, retries: 0 });
    const ids: string[] = [];
    for await (const { id } of client.events.follow({ pauseMs: 1 })) if (ids.push(id) === 2) break;
    assert.deepEqual([ids, sent.at(-1)?.url.searchParams.get('after')], [['e1', 'e2'], 'e1']);
  });
});

describe('An operator’s program', () => {
  it('partners and keys can be managed', async () => {
    const { client, id, keyId } = await aClub();
    const { partners, keys } = operator();
    assert.equal((await partners.update(id, { plan: 'enterprise' })).plan, 'enterprise');
    assert.equal((await partners.get(id)).plan, 'enterprise');
    assert.ok((await Array.fromAsync(partners.list())).some((partner) => partner.id === id));
    const rotated = await keys.rotate(keyId, { overlap_seconds: 60 });
    assert.equal((await Array.fromAsync(keys.list(id))).length, 2);
    await keys.revoke(rotated.id);
    const revoked = new Bandeja({ baseUrl: baseUrl(), key: rotated.key });
    await assert.rejects(revoked.matches.list(), { code: 'invalid_credentials' });
    assert.equal((await client.matches.list()).data.length, 0);
  });

  it('the state of the service can be read', async () => {
    const { client } = await aClub();
    const { ratings, service: state } = operator();
    assert.match((await ratings.settlement()).rating_status, /^settl(ed|ing)$/);
    assert.ok('steepness' in (await ratings.calibration()));
    const scale = await ratings.scale();
    const replaced = await ratings.replaceScale({ name: scale.name, points: scale.points });
    await ratings.resetScale();
    assert.ok((await client.service.scale()).version > replaced.version);
    assert.ok((await state.diagnosis()).findings.length > 0);
    assert.equal((await state.live()).status, 'live');
    assert.equal((await state.ready()).status, 'ready');
    assert.match(await state.metrics(), /^# /);
    assert.ok('paths' in (await state.openapi()));
  });
});

describe('Tasks', () => {
  const own = useTestService({ listen: true, isOwn: true });
  it('tasks can be started, listed and cancelled', async () => {
    const { tasks } = new BandejaOperator({ baseUrl: own().url ?? '', operatorToken: OPERATOR_TOKEN });
    const { id, kind } = await tasks.start('verify');
    assert.deepEqual([kind, (await tasks.get(id)).id], ['verify', id]);
    assert.equal((await tasks.list()).data.length, 1);
    assert.equal((await Array.fromAsync(tasks.list())).length, 1);
    await tasks.cancel(id);
    assert.equal((await tasks.get(id)).state, 'cancelled');
  });
});

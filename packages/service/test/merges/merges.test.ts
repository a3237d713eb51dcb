/** Merging two players who are one person, and undoing it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MergeView } from '@bandeja/contract/merges';
import type { TaskView } from '@bandeja/contract/tasks';
import { verifyRatings } from '../../src/verification/verify.ts';
import { PlannedNight } from '../plans/planned-night.ts';
import { aClub, share, storingNothing } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { pageOf } from '../support/paging.ts';
import { freshName, onEachEngine, type ProblemBody, useTestService } from '../support/service.ts';
import { doPartnerTasks } from '../support/tasks.ts';
import { FROM, INTO, MergedClub } from './merged-club.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  describe('a merge', () => {
    it('gives the matches of one player to the other and changes nothing else of them', async () => {
      const club = await MergedClub.of(service());
      const first = await club.play([FROM, 1, 2, 3], 1);
      const venue = { venue_label: 'Club Norte', duration_minutes: 70 };
      const second = await club.play([0, 1, FROM, 3], 2, venue);
      const other = await club.play([0, 1, INTO, 3], 3);
      const preview = await club.preview();
      const started = await club.start({ preview: preview.preview });
      assert.deepEqual([started.task.state, started.amended, started.undo], ['queued', 0, null]);
      assert.deepEqual(started.task.subject, { type: 'merge', id: started.id });
      await doPartnerTasks(club.partner.context);
      const { task, amended, left } = await club.readMerge(started.id);
      assert.deepEqual(
        [task.state, task.progress, task.result],
        ['done', { done: 2, total: 2 }, { amended: 2, left: 0 }],
      );
      assert.deepEqual([amended, left], [2, 0]);
      for (const { id, participants } of [first, second]) {
        const expected = participants.map(({ username }) =>
          username === club.from.username ? club.into.username : username,
        );
        assert.deepEqual(await club.usernames(id), expected);
      }
      const { venue_label, duration_minutes, played_at, set_scores } = await club.read(second.id);
      assert.deepEqual({ venue_label, duration_minutes }, venue);
      assert.deepEqual([played_at, set_scores], [second.played_at, second.set_scores]);
      assert.deepEqual(await club.read(other.id), { ...other, participants: (await club.read(other.id)).participants });
      assert.equal((await club.profile(club.from)).rating.matches_played, 0);
      assert.equal((await club.profile(club.into)).rating.matches_played, 3);
      assert.equal((await verifyRatings(club.partner.context)).differences, 0);
    });

    it('is an ordinary amendment of each match, with an entry of the caller and an event', async () => {
      const club = await MergedClub.of(service());
      const { id } = await club.play([FROM, 1, 2, 3], 1);
      await club.merge();
      const { revision } = await club.read(id);
      const [, entry] = await club.audit(id);
      assert.deepEqual([revision, entry?.action, entry?.actor], [2, 'amended', `key:${club.partner.keyId}`]);
      assert.deepEqual(
        entry?.changes.map(({ pointer }) => pointer),
        ['/participants'],
      );
    });

    it('leaves pending matches pending, and voided ones alone', async () => {
      const club = await MergedClub.of(service());
      const pending = await club.play([FROM, 1, 2, 3], 1, { trust_tier: 'player_confirmed' });
      const voided = await club.play([FROM, 1, 2, 3], 2);
      await club.partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
      const { matches } = await club.preview();
      assert.deepEqual([matches.to_amend, matches.pending, matches.completed, matches.voided], [1, 1, 0, 1]);
      await club.merge();
      assert.equal((await club.read(pending.id)).status, 'pending');
      assert.ok((await club.usernames(pending.id)).includes(club.into.username));
      assert.ok((await club.usernames(voided.id)).includes(club.from.username));
    });

    it('does not touch matches of other partners', async () => {
      const club = await MergedClub.of(service());
      const other = await aClub(service(), { players: 3 });
      const { id } = await other.submit({
        ...other.match({}, [0, 1, 2, 0]),
        participants: [club.from, ...other.players].map(({ id: profile_id }, slot) => ({
          profile_id,
          team: slot < 2 ? 'A' : 'B',
        })),
      });
      assert.equal((await club.preview()).matches.of_other_partners, 1);
      await club.merge();
      assert.equal((await other.read(id)).participants[0]?.profile_id, club.from.id);
    });

    it('takes a player that the partner may not see from its own matches', async () => {
      const club = await MergedClub.of(service());
      const owner = await aClub(service(), { players: 1, isPublic: true });
      const [hidden = assert.fail()] = owner.players;
      const participants = [hidden, ...club.players.slice(0, 3)].map(({ id: profile_id }, slot) => ({
        profile_id,
        team: slot < 2 ? 'A' : 'B',
      }));
      const { id } = await club.submit(club.match({ participants }));
      await owner.partner.request('PATCH', `/v1/players/${hidden.username}`, { body: { profile_is_public: false } });
      for (const from of [hidden.username, hidden.id]) {
        const { status, body } = await club.partner.request('POST', '/v1/merges', {
          body: { from, into: club.into.username },
          query: { dry_run: true },
        });
        assert.deepEqual([status, (body['matches'] as Record<string, unknown>)['of_other_partners']], [200, null]);
      }
      await club.start({ from: hidden.username });
      await doPartnerTasks(club.partner.context);
      assert.ok((await club.usernames(id)).includes(club.into.username));
    });

    it('leaves a match into which both players were put after it began', async () => {
      const club = await MergedClub.of(service());
      const kept = await club.play([FROM, 1, 2, 3], 1);
      const both = await club.play([FROM, 1, 2, 3], 2);
      const { id } = await club.start();
      const participants = [FROM, INTO, 2, 3].map((place, slot) => ({
        profile_id: club.players[place]?.id,
        team: slot < 2 ? 'A' : 'B',
      }));
      await club.partner.request('PATCH', `/v1/matches/${both.id}`, { body: { participants } });
      await doPartnerTasks(club.partner.context);
      const { task, amended, left } = await club.readMerge(id);
      assert.deepEqual([task.result, amended, left], [{ amended: 1, left: 1 }, 1, 1]);
      assert.deepEqual(
        (await club.matchesOf(id)).map(({ match_id, now }) => [match_id, now]),
        [
          [kept.id, 'merged'],
          [both.id, 'before'],
        ],
      );
    });

    it('takes matches that arrive after it was asked for', async () => {
      const club = await MergedClub.of(service());
      await club.play([FROM, 1, 2, 3], 1);
      const { id } = await club.start();
      const late = await club.play([FROM, 1, 2, 3], 2);
      await doPartnerTasks(club.partner.context);
      assert.equal((await club.readMerge(id)).amended, 2);
      assert.ok((await club.usernames(late.id)).includes(club.into.username));
    });

    it('repeated later does what is left, perhaps nothing', async () => {
      const club = await MergedClub.of(service());
      await club.play([FROM, 1, 2, 3], 1);
      const first = await club.merge();
      const late = await club.play([FROM, 1, 2, 3], 2);
      const second = await club.merge();
      assert.deepEqual([first.amended, second.amended, first.id === second.id], [1, 1, false]);
      assert.deepEqual(
        (await club.matchesOf(second.id)).map(({ match_id }) => match_id),
        [late.id],
      );
      assert.deepEqual((await club.merge()).task.result, { amended: 0, left: 0 });
      const { data } = await pageOf<MergeView>(club.partner, '/v1/merges', { limit: 100 });
      assert.deepEqual(
        data.map(({ amended }) => amended),
        [0, 1, 1],
      );
    });
  });

  describe('the preview of a merge', () => {
    it('shows what the merge would do, and stores nothing', async () => {
      const club = await MergedClub.of(service());
      await club.partner.request('PUT', '/v1/rosters/club');
      await club.partner.request('PUT', `/v1/rosters/club/members/${club.from.username}`);
      const one = await club.play([FROM, 1, 2, 3], 1);
      const near = await club.play([INTO, 1, 2, 3], 1, { played_at: '2026-05-01T19:15:00Z' });
      await club.play([FROM, 1, 2, 3], 4);
      const preview = await storingNothing(service(), () => club.preview());
      const { from, into, matches, met, rosters, open_plans, nearby } = preview;
      assert.deepEqual(
        [from.username, into.username, preview.from_is_yours, preview.into_is_yours],
        [club.from.username, club.into.username, true, true],
      );
      assert.deepEqual(matches, {
        to_amend: 2,
        pending: 0,
        completed: 2,
        voided: 0,
        of_other_partners: 0,
        first_played_at: '2026-05-01T19:10:00.000Z',
        last_played_at: '2026-05-04T19:10:00.000Z',
      });
      assert.deepEqual([met, rosters, open_plans], [{ count: 0, match_ids: [] }, ['club'], []]);
      assert.deepEqual(nearby, { count: 1, pairs: [{ match_id: one.id, other_match_id: near.id }] });
    });

    it('is outdated once a match to amend or a player has changed, and then nothing happens', async () => {
      const club = await MergedClub.of(service());
      const match = await club.play([FROM, 1, 2, 3], 1);
      const changes = [
        () => club.partner.request('PATCH', `/v1/matches/${match.id}`, { body: { venue_label: 'Club Sur' } }),
        () => club.partner.request('PATCH', `/v1/players/${club.into.username}`, { body: { display_name: 'Ana' } }),
        () => club.play([FROM, 1, 2, 3], 2),
        () => club.partner.request('POST', `/v1/matches/${match.id}/void`, { body: { reason: 'Twice.' } }),
      ];
      for (const change of changes) {
        const { preview } = await club.preview();
        await change();
        const body = { ...club.names, preview };
        await club.partner.refusal('preview_outdated', 'POST', '/v1/merges', { body });
      }
      const { preview } = await club.preview();
      assert.equal((await club.start({ preview })).task.state, 'queued');
    });
  });

  describe('a merge is refused', () => {
    it('if a player is unknown or hidden, in the same words', async () => {
      const club = await MergedClub.of(service());
      const stranger = await aClub(service(), { players: 1, isPublic: false });
      const [hidden = assert.fail()] = stranger.players;
      for (const field of ['from', 'into']) {
        const texts = await Promise.all(
          [hidden.username, `${hidden.username.slice(0, -4)}gone`].map(async (name) => {
            const sent = { ...club.names, [field]: name };
            const { body } = await club.partner.refusal('player_not_found', 'POST', '/v1/merges', { body: sent });
            return body.detail.replace(name, 'NAME');
          }),
        );
        assert.equal(texts[0], texts[1]);
      }
    });

    it('for one player twice', async () => {
      const club = await MergedClub.of(service());
      const sent = { from: club.from.username, into: club.from.id };
      const { body } = await club.partner.refusal('invalid_body', 'POST', '/v1/merges', { body: sent });
      assert.deepEqual(
        body.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/into', 'duplicate_participant']],
      );
    });

    it('if both players are in one match that is not voided', async () => {
      const club = await MergedClub.of(service());
      const older = await club.play([FROM, INTO, 2, 3], 1);
      const newer = await club.play([FROM, 1, INTO, 3], 2);
      const problem = await club.partner.refusal('players_met', 'POST', '/v1/merges', { body: club.names });
      const { count, match_ids } = problem.body as unknown as { count: number; match_ids: string[] };
      assert.deepEqual([count, match_ids], [2, [newer.id, older.id]]);
      assert.deepEqual((await club.preview()).met, { count: 2, match_ids: [newer.id, older.id] });
      for (const { id } of [older, newer])
        await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Wrong.' } });
      assert.equal((await club.merge()).task.state, 'done');
    });

    it('while a plan that is not closed has the player', async () => {
      const club = await MergedClub.of(service());
      const night = new PlannedNight(club.partner, freshName('night'), [...club.players.slice(0, 3), club.from]);
      assert.equal((await night.put({ courts: 1, rounds: 2 })).status, 201);
      const refs = async () => {
        const problem = await club.partner.refusal('player_in_open_plan', 'POST', '/v1/merges', { body: club.names });
        return (problem.body as ProblemBody & { session_external_refs?: string[] }).session_external_refs;
      };
      assert.deepEqual(await refs(), [night.ref]);
      await night.open(1);
      assert.deepEqual([await refs(), (await club.preview()).open_plans], [[night.ref], [night.ref]]);
      await night.post('close');
      assert.equal((await club.merge()).task.state, 'done');
    });

    it('while another merge of one of the players is unfinished, and the same one is returned again', async () => {
      const club = await MergedClub.of(service());
      await club.play([FROM, 1, 2, 3], 1);
      const { id } = await club.start();
      assert.equal((await club.start({ from: club.from.id })).id, id);
      const [third = assert.fail()] = club.players;
      for (const body of [
        { from: club.into.username, into: club.from.username },
        { from: club.from.username, into: third.username },
        { from: third.username, into: club.from.username },
      ]) {
        const problem = await club.partner.refusal('merge_under_way', 'POST', '/v1/merges', { body });
        assert.equal((problem.body as ProblemBody & { merge_id?: string }).merge_id, id);
      }
      await doPartnerTasks(club.partner.context);
      assert.notEqual((await club.start()).id, id);
    });
  });

  describe('the closed nights of a merge', () => {
    it('have the remaining player under the number, and an undo gives it back', async () => {
      const club = await MergedClub.of(service());
      const players = [...club.players.slice(0, 3), club.from];
      const night = new PlannedNight(club.partner, freshName('night'), players);
      assert.equal((await night.put({ courts: 1, rounds: 2 })).status, 201);
      await night.play(1);
      await night.play(2);
      await night.post('close');
      const namesOf = async () => (await night.plan()).players.map(({ username }) => username);
      const standings = async () =>
        (await night.live()).standings.map(({ number, played, points }) => [number, played, points]).sort();
      const [names, before] = [await namesOf(), await standings()];
      const merge = await club.merge();
      assert.deepEqual(
        await namesOf(),
        names.map((name) => (name === club.from.username ? club.into.username : name)),
      );
      assert.deepEqual(await standings(), before);
      await club.undo(merge.id);
      assert.deepEqual([await namesOf(), await standings()], [names, before]);
    });
  });

  describe('the rosters of a merge', () => {
    it('rank the remaining player and not the replaced one, and an undo restores them', async () => {
      const club = await MergedClub.of(service());
      const { partner, from, into } = club;
      await partner.request('PUT', '/v1/rosters/club');
      for (const { username } of [from, ...club.players.slice(0, 3)])
        await partner.request('PUT', `/v1/rosters/club/members/${username}`);
      for (let hour = 20; hour > 0; hour -= 1) {
        const played_at = new Date(Date.now() - hour * 3_600_000).toISOString();
        await club.play([FROM, 0, 1, 2], 1, { played_at, set_scores: setsOf('6-4 6-4') });
      }
      const ranked = async () => {
        type Row = { readonly username: string };
        const { data } = await pageOf<Row>(partner, '/v1/rosters/club/leaderboard', { limit: 100 });
        return data.map(({ username }) => username);
      };
      const [members, ranking] = [await club.members('club'), await ranked()];
      const merge = await club.merge();
      const isReplaced = (names: readonly string[]) =>
        names.map((name) => (name === from.username ? into.username : name)).sort();
      assert.deepEqual((await club.members('club')).toSorted(), isReplaced(members));
      assert.deepEqual((await ranked()).toSorted(), isReplaced(ranking));
      assert.ok((await ranked()).includes(into.username));
      await club.undo(merge.id);
      assert.deepEqual([await club.members('club'), await ranked()], [members, ranking]);
    });

    it('keep a player that only a roster lets the partner see, and one that was on them before', async () => {
      const club = await MergedClub.of(service());
      const owner = await aClub(service(), { players: 1, isPublic: false });
      const [guest = assert.fail()] = owner.players;
      if (club.partner.actor.mode === 'live') {
        await share(guest, owner, club, 'guests');
        await club.partner.request('PUT', `/v1/rosters/guests/members/${club.into.username}`);
        await club.start({ from: guest.username });
        await doPartnerTasks(club.partner.context);
        assert.deepEqual(new Set(await club.members('guests')), new Set([guest.username, club.into.username]));
      }
    });
  });

  describe('the undo of a merge', () => {
    it('gives the matches back; later amendments of anything but the players stay', async () => {
      const club = await MergedClub.of(service());
      const match = await club.play([FROM, 1, 2, 3], 1);
      const merge = await club.merge();
      await club.partner.request('PATCH', `/v1/matches/${match.id}`, { body: { venue_label: 'Club Sur' } });
      const task = await club.undo(merge.id);
      assert.deepEqual([task.state, task.result], ['done', { amended: 1, changed: 0, voided: 0 }]);
      assert.deepEqual(
        await club.usernames(match.id),
        match.participants.map(({ username }) => username),
      );
      assert.equal((await club.read(match.id)).venue_label, 'Club Sur');
      assert.deepEqual((await club.readMerge(merge.id)).undo, task);
      assert.deepEqual(
        (await club.matchesOf(merge.id)).map(({ now }) => now),
        ['before'],
      );
      assert.equal((await verifyRatings(club.partner.context)).differences, 0);
      assert.deepEqual((await club.undo(merge.id)).result, { amended: 0, changed: 0, voided: 0 });
    });

    it('leaves matches whose players were changed since, and voided ones, and counts them', async () => {
      const club = await MergedClub.of(service());
      const matches = [];
      for (let day = 1; day <= 3; day += 1) matches.push(await club.play([FROM, 1, 2, 3], day));
      const [changed = assert.fail(), voided = assert.fail(), merged = assert.fail()] = matches;
      const { id } = await club.merge();
      const participants = [INTO, 0, 2, 3].map((place, slot) => ({
        profile_id: club.players[place]?.id,
        team: slot < 2 ? 'A' : 'B',
      }));
      await club.partner.request('PATCH', `/v1/matches/${changed.id}`, { body: { participants } });
      await club.partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
      const now = async () => (await club.matchesOf(id)).map((match) => match.now);
      assert.deepEqual(await now(), ['changed', 'voided', 'merged']);
      assert.deepEqual(
        (await club.matchesOf(id, { now: 'merged' })).map(({ match_id }) => match_id),
        [merged.id],
      );
      assert.deepEqual((await club.undo(id)).result, { amended: 1, changed: 1, voided: 1 });
      assert.deepEqual(await now(), ['changed', 'voided', 'before']);
    });

    it('is refused while the merge is unfinished, and once the replaced player was erased', async () => {
      const club = await MergedClub.of(service());
      await club.play([FROM, 1, 2, 3], 1);
      const { id } = await club.start();
      const path = `/v1/merges/${id}/undo`;
      await club.partner.refusal('invalid_transition', 'POST', path, { body: {} });
      await doPartnerTasks(club.partner.context);
      const [first, second] = [
        await club.partner.request<TaskView>('POST', path, { body: {} }),
        await club.partner.request<TaskView>('POST', path, { body: {} }),
      ];
      assert.equal(first.body.id, second.body.id, 'an unfinished undo is returned');
      await club.partner.request('DELETE', `/v1/tasks/${first.body.id}`);
      await club.partner.request('DELETE', `/v1/players/${club.from.username}`);
      await club.partner.refusal('invalid_transition', 'POST', path, { body: {} });
      assert.equal((await club.readMerge(id)).from.identity, 'erased');
    });

    it('stops with an error if the player that takes the place is erased during the merge', async () => {
      const club = await MergedClub.of(service());
      const match = await club.play([FROM, 1, 2, 3], 1);
      const { id } = await club.start();
      await club.partner.request('DELETE', `/v1/players/${club.into.username}`);
      await doPartnerTasks(club.partner.context);
      const { task } = await club.readMerge(id);
      assert.deepEqual([task.state, task.error?.code], ['failed', 'player_not_found']);
      assert.ok((await club.usernames(match.id)).includes(club.from.username));
    });
  });
});

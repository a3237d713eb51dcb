/** A late match of a partner that rests, as partners see it: its change is provisional until it is rated in its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchExplanation } from '../../../src/domain/explanation/index.ts';
import { type MatchPreview, type OwnMatchView, submitMatches } from '../../../src/domain/matches/index.ts';
import { SettlerWork } from '../../../src/domain/settlement/index.ts';
import type { MatchBody } from '../../support/matches.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';
import { aClub, type Club } from './club.ts';

const RUN_MS = 20_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** Submits a match that reaches too much for its request, however little it reaches. */
  async function submitLate(club: Club, body: MatchBody): Promise<OwnMatchView> {
    const context = { ...service().context, closureMax: 0 };
    const [result] = await submitMatches(context, [{ caller: club.partner.caller, body }]);
    assert.equal(result?.status, 'created');
    return club.read(result.match.id);
  }

  /** A club of six that rests: four of them have played in April, the last time together. */
  async function aRestingClub(): Promise<{ club: Club; settleAll: () => Promise<void> }> {
    const club = await aClub(service(), { players: 6 });
    for (const day of [1, 2, 3]) await club.submit(club.match({ played_at: `2026-04-0${day}T19:00:00Z` }));
    await submitLate(club, club.match({ played_at: '2026-03-01T19:00:00Z' }));
    // By a clock of its own, the run takes so long that the partner rests for minutes.
    let now = service().context.now() + 1_000;
    const settler = new SettlerWork(service().database, () => now);
    await settler.step();
    now += RUN_MS;
    await settler.finish();
    const settleAll = async (): Promise<void> => {
      now += 10 * RUN_MS;
      await settler.finish();
    };
    return { club, settleAll };
  }

  const lateOf = (club: Club): MatchBody => club.match({ played_at: '2026-02-01T19:00:00Z' });
  const explain = async (club: Club, id: string) =>
    (await club.partner.request<MatchExplanation>('GET', `/v1/matches/${id}/explanation`)).body;
  const statusesOf = (club: Club): Promise<string[]> =>
    Promise.all(club.players.map(async (player) => (await club.profile(player)).rating.rating_status));
  const deltasOf = (match: OwnMatchView) => match.participants.map((one) => one.rating_change?.delta);

  describe('a late match that waits for its partner’s turn', () => {
    it('answers with what a preview from its players’ present scores promises, and they are settling', async () => {
      const { club, settleAll } = await aRestingClub();
      const { external_ref: _, winning_team: __, ...body } = lateOf(club);
      // Right after the match that all four have played last.
      const played = { ...body, played_at: '2026-04-03T19:00:00Z' };
      const preview = await club.partner.request<MatchPreview>('POST', '/v1/matches/preview', { body: played });
      const late = await submitLate(club, lateOf(club));
      assert.deepEqual([late.status, late.rating_status], ['completed', 'settling']);
      assert.deepEqual(
        deltasOf(late),
        preview.body.outcomes.A.map((one) => one.delta),
      );
      const settling = Array(4).fill('settling');
      assert.deepEqual(await statusesOf(club), [...settling, 'settled', 'settled']);
      await settleAll();
      const settled = await club.read(late.id);
      assert.equal(settled.rating_status, 'settled');
      assert.notDeepEqual(deltasOf(settled), deltasOf(late));
      assert.deepEqual(new Set(await statusesOf(club)), new Set(['settled']));
    });

    it('is explained as provisional, with parts that add up', async () => {
      const { club, settleAll } = await aRestingClub();
      const late = await submitLate(club, lateOf(club));
      const { participants } = await explain(club, late.id);
      assert.deepEqual(
        participants.map((one) => one.parts.reduce((sum, part) => sum + part.points, 0)),
        deltasOf(late),
      );
      for (const { parts } of participants) {
        const result = parts.find((part) => part.code === 'result');
        assert.match(
          result?.text ?? '',
          /^You were given \d+ % to win and (won|lost)\. This match waits to be rated in its place in your history; until then its change is provisional\.$/,
        );
      }
      await settleAll();
      assert.deepEqual(
        (await explain(club, late.id)).participants.map((one) => one.delta),
        deltasOf(await club.read(late.id)),
      );
    });

    it('is amended and voided like any other', async () => {
      const { club, settleAll } = await aRestingClub();
      const late = await submitLate(club, lateOf(club));
      const path = `/v1/matches/${late.id}`;
      const amendment = { venue_label: 'Club Norte' };
      const amended = await club.partner.request<OwnMatchView>('PATCH', path, { body: amendment });
      assert.deepEqual([amended.body.rating_status, deltasOf(amended.body)], ['settling', deltasOf(late)]);
      const voided = await club.partner.request<OwnMatchView>('POST', `${path}/void`, { body: { reason: 'Twice.' } });
      assert.deepEqual([voided.body.rating_status, deltasOf(voided.body)], ['unrated', Array(4).fill(undefined)]);
      assert.deepEqual((await explain(club, late.id)).participants, []);
      assert.deepEqual(new Set(await statusesOf(club)), new Set(['settled']));
      await settleAll();
    });
  });
});

/** A late match of a partner that rests, as partners see it: its change is provisional until it is rated in its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CardView } from '../../../src/domain/card/index.ts';
import type { MatchExplanation } from '../../../src/domain/explanation/index.ts';
import { type MatchPreview, type OwnMatchView, submitMatches } from '../../../src/domain/matches/index.ts';
import type { PlayerView } from '../../../src/domain/players/index.ts';
import { SettlerWork } from '../../../src/domain/settlement/index.ts';
import type { MatchBody } from '../../support/matches.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';
import { aClub, type Club } from './club.ts';

const RUN_MS = 20_000;
const DAY_MS = 86_400_000;
const BEGAN = Date.now();

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** Submits a match that reaches too much for its request, however little it reaches. */
  async function submitLate(club: Club, body: MatchBody): Promise<OwnMatchView> {
    const context = { ...service().context, closureMax: 0 };
    const [result] = await submitMatches(context, [{ caller: club.partner.caller, body }]);
    assert.equal(result?.status, 'created');
    return club.read(result.match.id);
  }

  /** So many days before the tests began. */
  const ago = (days: number): string => new Date(BEGAN - days * DAY_MS).toISOString();

  /** A club of six that rests: four of them have played together these days, the last time yesterday. */
  async function aRestingClub(): Promise<{ club: Club; settleAll: () => Promise<void> }> {
    const club = await aClub(service(), { players: 6 });
    for (const days of [3, 2, 1]) await club.submit(club.match({ played_at: ago(days) }));
    await submitLate(club, club.match({ played_at: ago(20) }));
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

  const lateOf = (club: Club): MatchBody => club.match({ played_at: ago(40) });
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
      const played = { ...body, played_at: ago(1) };
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

    it('moves the windows of a card by what it shows, and so does the rated one', async () => {
      const { club, settleAll } = await aRestingClub();
      const [player] = club.players;
      const { username } = player ?? assert.fail();
      const read = async <T extends object>(path: string): Promise<T> =>
        (await club.partner.request<T>('GET', `/v1/players/${username}${path}`)).body;
      const deltas = async (): Promise<{ last: number[]; windows: number[] }> => {
        const { last_matches: last, windows } = await read<CardView>('/card');
        return {
          last: last.map((match) => match.participants[0]?.rating_change?.delta ?? 0),
          windows: [windows['30d'].service_score_change, windows['90d'].service_score_change],
        };
      };
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
      const before = await deltas();
      const late = await submitLate(club, lateOf(club));
      const held = await deltas();
      // Yesterday's and the two days' before, the settled late one of 20 days ago, and the one that waits.
      assert.deepEqual(held.last, [...before.last, deltasOf(late)[0]]);
      assert.deepEqual(held.windows, [sum(before.last), sum(held.last)]);
      assert.notEqual(deltasOf(late)[0], 0);
      await settleAll();
      const settled = await deltas();
      assert.deepEqual(settled.windows, [sum(settled.last.slice(0, 4)), sum(settled.last)]);
      const { rating } = await read<PlayerView>('');
      assert.equal(rating.service_score, 1500 + sum(settled.last));
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

/** The provisional change of a late match that waits outside the ledger: what it tells, and that it does nothing else. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getCard } from '../../../src/domain/card/index.ts';
import { getExplanation } from '../../../src/domain/explanation/index.ts';
import { type OwnMatchView, previewMatch, submitMatches } from '../../../src/domain/matches/index.ts';
import type { PreviewBody } from '../../../src/domain/matches/schemas.ts';
import { stateOfPlayer, statesAfter, statesBefore } from '../../../src/domain/ratings/index.ts';
import { getSessionRecap } from '../../../src/domain/sessions/index.ts';
import { scoreOf, scoreOfShown } from '../../../src/rating/index.ts';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import { readPlayerRatings } from '../../../src/store/ledger/ratings.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { storedRows } from '../../support/stored.ts';
import { ledgerOf } from '../ratings/histories.ts';
import { lateOf, openRestingScene, REST_MS } from './resting.ts';
import { changesOf, type Scene, type SceneMatch } from './scene.ts';

const provisionalRows = statement(
  'test_provisional_rows',
  `select (select count(*) from held_matches)::integer as matches, (select count(*) from held_players)::integer as players`,
);

/** What the ledger of a fold from nothing says of a match, in the order of its participants. */
function finalChangesOf(scene: Scene, { id, participants }: OwnMatchView) {
  const row = ledgerOf(scene.rated()).rows.get(id) ?? assert.fail('the match is not rated');
  return participants.map(({ profile_id }) => {
    const slot = row.player_ids.indexOf(profile_id ?? '');
    const before = statesBefore(row)[slot]?.shown ?? null;
    const after = statesAfter(row)[slot]?.shown ?? assert.fail();
    return changeOf(scoreOfShown(before), scoreOfShown(after));
  });
}

const changeOf = (before: number, after: number) => ({
  service_score_before: before,
  service_score_after: after,
  delta: after - before,
});

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** What a preview promises of the match as if it were played on that day. */
  async function promisedOn(scene: Scene, { body, club }: SceneMatch, day: number) {
    const { external_ref: _, winning_team, ...rest } = body;
    const played = { ...rest, played_at: new Date(scene.instant(day)).toISOString() } as unknown as PreviewBody;
    const { outcomes } = await previewMatch(scene.context(), scene.caller(club), played);
    return outcomes[winning_team].map((one) => changeOf(one.service_score_before, one.service_score_after));
  }

  /** The present scores of these players. */
  async function scoresOf(scene: Scene, seats: readonly number[]): Promise<number[]> {
    const rows = new Map((await readPlayerRatings(database, scene.players)).map((row) => [row.player_id, row]));
    return seats.map((seat) => scoreOf(stateOfPlayer(rows.get(scene.player(seat)) ?? assert.fail())));
  }

  const provisionalLeft = async () => (await database.query(provisionalRows))[0];
  const NOTHING_LEFT = { matches: 0, players: 0 };

  /** Settles what waits, and asserts that nothing provisional is left and that the change is that of a fold from nothing. */
  async function assertFinal(scene: Scene, match: SceneMatch): Promise<void> {
    scene.now += REST_MS;
    await scene.settler(3).finish();
    await scene.assertExact();
    assert.deepEqual(await provisionalLeft(), NOTHING_LEFT);
    assert.equal(await scene.statusOf(match), 'settled');
    const shown = await scene.read(match);
    assert.deepEqual(changesOf(shown), finalChangesOf(scene, shown));
  }

  describe(`the provisional change of a match that waits, on ${engine}`, () => {
    test('is what a preview promises of it to its players’ present states, and what a dry run says', async () => {
      const { scene } = await openRestingScene(database);
      // All four have played last on that day, so that a preview of it starts from their present states.
      await scene.send(scene.match(25, [1, 5, 3, 7]));
      const late = lateOf(scene);
      const promised = await promisedOn(scene, late, 25);
      const rows = await storedRows(database);
      const request = { caller: scene.caller('norte'), body: late.body };
      const [foreseen] = await submitMatches(scene.context(), [request], { dryRun: true });
      assert.deepEqual([await storedRows(database), await provisionalLeft()], [rows, NOTHING_LEFT]);
      const stored = await scene.stored();
      const answer = await scene.send(late);
      assert.deepEqual(changesOf(answer), promised);
      assert.ok(promised.some((change) => change.delta !== 0));
      assert.deepEqual(foreseen, { status: 'created', match: answer });
      assert.deepEqual(await scene.read(late), answer);
      assert.deepEqual(await scene.stored(), stored);
      await assertFinal(scene, late);
    });

    test('is that of a match which reaches as much and is applied at once, and moves nobody', async () => {
      const { scene } = await openRestingScene(database);
      const scores = await scoresOf(scene, [1, 3, 5, 7]);
      const [waiting, applied] = [lateOf(scene), scene.match(9.5, [1, 3, 5, 7], {}, 'sur')];
      const changes = changesOf(await scene.send(waiting));
      assert.deepEqual(
        changes.map((change) => change?.service_score_before),
        scores,
      );
      assert.deepEqual(await scoresOf(scene, [1, 3, 5, 7]), scores);
      assert.deepEqual(changesOf(await scene.send(applied)), changes);
      assert.deepEqual(
        changes.map((change) => change?.service_score_after),
        await scoresOf(scene, [1, 3, 5, 7]),
      );
      // What its players play meanwhile leaves it as it was told.
      assert.deepEqual(changesOf(await scene.read(waiting)), changes);
      await assertFinal(scene, waiting);
    });

    test('is shown wherever the match is: in its lists and histories, on cards and in the recap', async () => {
      const { scene } = await openRestingScene(database);
      const session = { session_external_ref: scene.username(0), winning_team: 'B', set_scores: null };
      const late = scene.match(22, [1, 3, 5, 7], session);
      for (const day of [25, 26, 27]) await scene.send(scene.match(day, [1, 3, 5, 7]));
      const answer = await scene.send(late);
      assert.equal(await scene.statusOf(late), 'settling');
      for (const { username } of answer.participants) {
        const card = await getCard(scene.context(), scene.caller('norte'), username ?? '');
        const shown = card.last_matches.find((match) => match.id === late.id) ?? assert.fail('not on the card');
        assert.deepEqual(shown, answer);
      }
      const recap = await getSessionRecap(scene.context(), scene.caller('norte'), session.session_external_ref);
      for (const row of recap.leaderboard) {
        const participant = answer.participants.find((one) => one.profile_id === row.profile_id);
        assert.equal(row.service_score_change, participant?.rating_change?.delta);
      }
      const { win_probability: probability } = await explanationOf(scene, late);
      assert.deepEqual(recap.biggest_upset, { match_id: late.id, winner_probability: probability?.B });
      await assertFinal(scene, late);
    });

    test('is explained: the parts add up to it, and the result says that the match waits', async () => {
      const { scene } = await openRestingScene(database);
      const late = scene.match(9.5, [1, 3, 5, 9]);
      const answer = await scene.send(late);
      const explanation = await explanationOf(scene, late);
      assert.deepEqual(
        explanation.participants.map((one) => changeOf(one.service_score_before, one.service_score_after)),
        changesOf(answer),
      );
      assert.ok(explanation.win_probability !== null && explanation.games_share !== null);
      for (const { parts, delta } of explanation.participants) {
        assert.equal(
          parts.reduce((sum, part) => sum + part.points, 0),
          delta,
        );
        const texts = parts.map((part) => part.text).filter((text) => /waits to be rated/.test(text));
        assert.deepEqual(texts, [parts.find((part) => part.code === 'result')?.text]);
      }
      await assertFinal(scene, late);
      const settled = await explanationOf(scene, late);
      assert.ok(!JSON.stringify(settled).includes('waits'));
    });

    test('is each match’s own, though others of its players wait in the same request', async () => {
      const { scene } = await openRestingScene(database);
      const alone = lateOf(scene, 9.4);
      const first = changesOf(await scene.send(alone));
      const both = await scene.submit([lateOf(scene, 9.5), lateOf(scene, 9.6)]);
      for (const answer of both) assert.deepEqual(changesOf(answer), first);
      await assertFinal(scene, alone);
    });

    test('starts from what an amendment has left of the ledger, which a void then takes back', async () => {
      const { scene } = await openRestingScene(database);
      const only = scene.match(20, [8, 1, 3, 5]);
      await scene.send(only);
      await scene.send(scene.match(21, [1, 3, 5, 7]));
      const amended = await scene.amend(only, { winning_team: 'B', set_scores: null });
      // Player 8 has no rated match any more.
      assert.equal((await scene.ratingOf(8)).matches_played, 0);
      const [eight, ...others] = changesOf(amended);
      assert.equal(eight?.service_score_before, 1500);
      assert.deepEqual(
        others.map((change) => change?.service_score_before),
        await scoresOf(scene, [1, 3, 5]),
      );
      await scene.void(only);
      assert.deepEqual(await provisionalLeft(), NOTHING_LEFT);
      scene.now += REST_MS;
      await scene.settler(3).finish();
      await scene.assertExact();
    });
  });

  describe(`while a match waits with its provisional change, on ${engine}`, () => {
    test('a void leaves nothing of it', async () => {
      const { scene } = await openRestingScene(database);
      const late = lateOf(scene);
      await scene.send(late);
      const voided = await scene.void(late);
      assert.deepEqual([voided.rating_status, changesOf(voided)], ['unrated', Array(4).fill(null)]);
      assert.deepEqual((await explanationOf(scene, late)).participants, []);
      assert.deepEqual(await provisionalLeft(), NOTHING_LEFT);
    });

    test('an amendment makes it anew, unless it changes nothing that is rated', async () => {
      const { scene } = await openRestingScene(database);
      await scene.send(scene.match(25, [1, 5, 3, 7]));
      const late = lateOf(scene);
      const changes = changesOf(await scene.send(late));
      assert.deepEqual(changesOf(await scene.amend(late, { venue_label: 'Club Norte' })), changes);
      const other = lateOf(scene, 9.5, { winning_team: 'B', set_scores: null });
      const promised = await promisedOn(scene, other, 25);
      const amended = await scene.amend(late, { winning_team: 'B', set_scores: null });
      assert.deepEqual([amended.rating_status, changesOf(amended)], ['settling', promised]);
      assert.notDeepEqual(promised, changes);
      assert.deepEqual(await provisionalLeft(), { matches: 1, players: 4 });
      await assertFinal(scene, late);
    });

    test('an amendment that lets it be settled at once leaves nothing of it', async () => {
      const { scene } = await openRestingScene(database);
      const late = lateOf(scene);
      await scene.send(late);
      await scene.amend(late, { played_at: new Date(scene.instant(30)).toISOString() });
      assert.deepEqual(await provisionalLeft(), NOTHING_LEFT);
      const shown = await scene.read(late);
      assert.deepEqual(changesOf(shown), finalChangesOf(scene, shown));
    });

    test('a late confirmation makes it, from the states of that moment', async () => {
      const { scene } = await openRestingScene(database);
      const pending = lateOf(scene, 9.5, { trust_tier: 'player_confirmed' });
      assert.deepEqual(changesOf(await scene.send(pending)), Array(4).fill(null));
      await scene.send(scene.match(25, [1, 5, 3, 7]));
      const promised = await promisedOn(scene, pending, 25);
      const confirmed = await scene.confirm(pending);
      assert.deepEqual([confirmed.rating_status, changesOf(confirmed)], ['settling', promised]);
      await assertFinal(scene, pending);
    });

    test('nothing of it is left once it enters the ledger, though its run has yet to begin', async () => {
      const { scene } = await openRestingScene(database);
      const late = lateOf(scene);
      const changes = changesOf(await scene.send(late));
      scene.now += REST_MS;
      await scene.settler(3).step();
      assert.deepEqual(await provisionalLeft(), NOTHING_LEFT);
      assert.equal(await scene.statusOf(late), 'settling');
      assert.deepEqual(changesOf(await scene.read(late)), changes);
      await scene.settler(3).finish();
      await scene.assertExact();
    });
  });

  const explanationOf = (scene: Scene, { id, club }: SceneMatch) =>
    getExplanation(scene.context(), scene.caller(club), id);
});

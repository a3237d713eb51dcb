/** What SQL repeats of the rating model says the same as the model. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, instant, statement } from '@bandeja/postgres/database';
import {
  confidenceOf,
  MODEL,
  scoreOfShown,
  scoreOf as scoreOfState,
  uncertaintyOf as shownUncertainty,
} from '@bandeja/rating';
import { isPastProvisional, SHOWN, scoreOf, uncertaintyOf } from '../../src/players/ranking-store.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { seeded } from '../support/seeded.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe('the rating model in SQL', () => {
    it('shows the same scores', async () => {
      const random = seeded(1);
      const steps = Array.from({ length: 20_000 }, (_, index) => (index - 10_000) / 480);
      const shown = [...steps, ...steps.map((step) => step + random() / 480)];
      const select = `select ${scoreOf('r.shown')} as score from unnest($1::float8[]) with ordinality as r(shown, n) order by n`;
      const rows = await database.query<{ score: number }>(statement('test_scores', select), [shown]);
      assert.deepEqual(
        rows.map(({ score }) => score),
        shown.map(scoreOfShown),
      );
      const none = statement('test_score_of_none', `select ${scoreOf('null::float8')} as score`);
      assert.deepEqual(await database.query(none), [{ score: scoreOfShown(null) }]);
    });

    it('ranks the same players, and shows the same uncertainty', async () => {
      const random = seeded(2);
      const states = Array.from({ length: 20_000 }, (_, index) => {
        // A quarter is within a thousandth of the bound at the time of the look.
        const at = NOW - Math.round(random() * 4_000 * DAY_MS) + (index % 7 === 0 ? 4_000 * DAY_MS : 0);
        const near = 1.96 - (MODEL.DRIFT * Math.max(NOW - at, 0)) / DAY_MS + (random() - 0.5) / 1_000;
        const variance = index % 4 === 0 && near > 0 ? near : 0.05 + 3 * random();
        return { variance, at, played: index % 6 };
      });
      const select = `select ${isPastProvisional('$4')} as is_ranked, ${uncertaintyOf('$4')} as uncertainty
        from unnest($1::float8[], $2::timestamptz[], $3::integer[], $5::integer[])
        with ordinality as r(variance, last_played_at, matches_played, stated_points, n)
        order by n`;
      const rows = await database.query<{ is_ranked: boolean; uncertainty: number }>(statement('test_ranked', select), [
        states.map(({ variance }) => variance),
        states.map(({ at }) => instant(at)),
        states.map(({ played }) => played),
        instant(NOW),
        states.map(() => null),
      ]);
      const ranked = states.map((state) => confidenceOf(state, NOW) !== 'provisional');
      assert.ok(ranked.includes(true) && ranked.includes(false));
      assert.deepEqual(
        rows.map(({ is_ranked }) => is_ranked),
        ranked,
      );
      assert.deepEqual(
        rows.map(({ uncertainty }) => uncertainty),
        states.map((state) => shownUncertainty(state, NOW)),
      );
      const none = `select ${uncertaintyOf('$1')} as uncertainty
        from (values (null::float8, null::timestamptz, null::smallint)) as r(variance, last_played_at, stated_points)`;
      const newcomer = await database.query(statement('test_uncertainty_of_none', none), [instant(NOW)]);
      assert.deepEqual(newcomer, [{ uncertainty: shownUncertainty(null, NOW) }]);
    });

    it('shows the same starts of players with starting levels', async () => {
      const points = Array.from({ length: 3001 }, (_, index) => index);
      const select = `select ${scoreOf(SHOWN)} as score, ${uncertaintyOf('$2')} as uncertainty
        from (select stated_points, n, null::float8 as shown, null::float8 as variance, null::timestamptz as last_played_at
          from unnest($1::smallint[]) with ordinality as stated(stated_points, n)) r order by n`;
      const rows = await database.query(statement('test_starts', select), [points, instant(NOW)]);
      const wanted = points.map((stated) => {
        const player = { points: stated };
        return { score: scoreOfState(player), uncertainty: shownUncertainty(player, NOW) };
      });
      assert.deepEqual(rows, wanted);
    });
  });
});

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MODEL, type Pair, predictMatch, type RatingState, unitsOf } from '@bandeja/rating';
import { type NamedMatch, replayNamed } from '@bandeja/rating/test/replay';
import fc from 'fast-check';
import { predictMatches } from '../predict/forecast.ts';
import {
  aFileMatch,
  type FileMatch,
  fileOf,
  instantsOf,
  linesFor,
  PREDICT_HEADER,
  predicted,
  terminalOf,
} from './predict-file.ts';

const A_FILE = `${PREDICT_HEADER}
m1,2026-01-01T10:00:00Z,ana,bea,cruz,dani,A,6-4 6-3
m2,2026-01-02T10:00:00Z,ana,bea,cruz,dani,A,6-2 3-6 10-8
m3,2026-01-02T11:30:00Z,cruz,dani,ana,bea,B,
m4,2026-02-01T10:00:00+01:00,ana,eva,cruz,fran,B,7-5 4-6 2-6
`;

/** The simplest implementation of the command: every row from a fold over all rows above it. */
function replayedPredictions(matches: readonly FileMatch[]): number[] {
  const instants = instantsOf(matches);
  const history: NamedMatch[] = [];
  return matches.map(({ players: [a1 = '', a2 = '', b1 = '', b2 = ''], winner, sets, unit, std, length }, index) => {
    const { states, pool } = replayNamed(history);
    const stateOf = (id: string): RatingState | null => states.get(id) ?? null;
    const [first, second]: Pair<RatingState | null>[] = [
      [stateOf(a1), stateOf(a2)],
      [stateOf(b1), stateOf(b2)],
    ];
    assert.ok(first !== undefined && second !== undefined);
    const at = instants[index] ?? 0;
    const units = unitsOf(winner === 'A' ? sets : sets.map(([a, b]) => [b, a] as const), unit);
    history.push({
      players: winner === 'A' ? [a1, a2, b1, b2] : [b1, b2, a1, a2],
      at,
      units: units && { ...units, std: std || (unit === 'games' ? MODEL.STD_GAMES : MODEL.STD_POINTS) },
      weight: 1,
      length: length || 1,
      pairEvidence: 1,
    });
    return predictMatch({ first, second, at, ...pool, length: length || 1, pairEvidence: 1 });
  });
}

describe('rating predict', () => {
  it('teammates count as similar only in tournaments and leagues, where players choose each other', async () => {
    const typed = (type: string) =>
      A_FILE.replaceAll('\n', `,${type}\n`).replace(`${PREDICT_HEADER},${type}`, `${PREDICT_HEADER},competition_type`);
    const linesOf = (type: string): Promise<string[]> => linesFor(typed(type));
    const untold = await linesOf('');
    assert.deepEqual([await linesOf('tournament'), await linesOf('league')], [untold, untold]);
    assert.deepEqual(await linesOf('social'), await linesOf('training'));
    assert.notDeepEqual(await linesOf('social'), untold);
    const { exitCode, stderr } = await predicted(typed('cup'));
    assert.equal(exitCode, 2);
    assert.match(stderr, /line 2: competition_type: “cup” is none of tournament, league, social, training/);
  });

  it('no line is printed while the output has no room', async () => {
    let [printed, isFull] = [0, false];
    const print = () => {
      assert.ok(!isFull);
      [printed, isFull] = [printed + 1, true];
    };
    const drained = async () => {
      await setImmediate();
      isFull = false;
    };
    await predictMatches({ ...terminalOf(Readable.from([Buffer.from(A_FILE)]), print), drained });
    assert.equal(printed, 4);
  });

  it('each row prints one line with all digits', async () => {
    const run = await predicted(A_FILE);
    // Four new players are even; then the winners lead on either side; then pairs of one each.
    const expected = '0.5\n0.6720360733612305\n0.3518960798672718\n0.6932690921888731\n';
    assert.deepEqual(run, { exitCode: 0, stdout: expected, stderr: '' });
  });

  it('columns are found by name, in any order and case, among others', async () => {
    const file = [
      'Winner,venue,SET_SCORES,b2,b1,a2,a1,played_at,match_id',
      'A,x,6-4 6-3,dani,cruz,bea,ana,2026-01-01T10:00:00Z,m1',
      'A,y,6-2 3-6 10-8,dani,cruz,bea,ana,2026-01-02T10:00:00Z,m2',
    ].join('\n');
    assert.deepEqual(await linesFor(file), (await linesFor(A_FILE)).slice(0, 2));
  });

  it('an empty optional cell means its default', async () => {
    const rows = A_FILE.trimEnd().split('\n').slice(1);
    const file = [`${PREDICT_HEADER},unit,std,length`, ...rows.map((row) => `${row},,,`)].join('\n');
    assert.deepEqual(await linesFor(file), await linesFor(A_FILE));
    const explicit = [`${PREDICT_HEADER},unit,std,length`, ...rows.map((row) => `${row},games,20,1`)].join('\n');
    assert.deepEqual(await linesFor(explicit), await linesFor(A_FILE));
  });
});

describe('The properties of rating predict', () => {
  it('predictions equal a fold over the rows above, bit for bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aFileMatch, { minLength: 1, maxLength: 40 }), async (matches) => {
        assert.deepEqual(await linesFor(fileOf(matches)), replayedPredictions(matches).map(String));
      }),
      { numRuns: 40 },
    );
  });

  it('a row’s result does not affect its own or earlier lines', async () => {
    const aCase = fc
      .tuple(fc.array(aFileMatch, { minLength: 1, maxLength: 20 }), aFileMatch, fc.nat())
      .map(([matches, other, place]) => ({ matches, other, row: place % matches.length }));
    await fc.assert(
      fc.asyncProperty(aCase, async ({ matches, other: { winner, sets }, row }) => {
        const changed = matches.map((match, index) => (index === row ? { ...match, winner, sets } : match));
        const before = await linesFor(fileOf(matches));
        assert.deepEqual((await linesFor(fileOf(changed))).slice(0, row + 1), before.slice(0, row + 1));
      }),
      { numRuns: 40 },
    );
  });
});

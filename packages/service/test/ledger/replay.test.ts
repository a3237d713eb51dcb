import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { knownState, type RatingState } from '@bandeja/rating';
import { replayNamed } from '@bandeja/rating/test/replay';
import fc from 'fast-check';
import type { LedgerRow, RatedMatch } from '../../src/history/ledger-store.ts';
import { historyMatch } from '../../src/history/rated-match.ts';
import { type ReplayedChange, replayChange } from '../../src/ledger/replay.ts';
import { inOrder, type Ledger, ledgerOf } from '../support/ledgers.ts';
import { aChangedHistory, type ChangedHistory } from './histories.ts';

/** A change of a ledger: the rows before it, the rows that the replay wrote, and the expected rows. */
interface Change {
  readonly before: Ledger;
  readonly result: ReplayedChange;
  readonly after: Ledger;
}

/**
 * Replays the change of a history.
 * @param laterOf which of the staying rows the replay is given; all of them when left out, which is a superset.
 */
function change(
  history: ChangedHistory,
  laterOf: (history: ChangedHistory, rows: readonly LedgerRow[]) => readonly LedgerRow[] = all,
): Change {
  const before = ledgerOf([...history.staying, ...history.leaving]);
  const rowOf = ({ match_id }: RatedMatch): LedgerRow => {
    const row = before.rows.get(match_id);
    assert.ok(row !== undefined);
    return row;
  };
  const touched = [...history.entering, ...history.leaving].flatMap((match) => match.player_ids);
  const present = new Map(touched.map((id) => [id, before.states.get(id) ?? null]));
  const result = replayChange(
    { inserted: history.entering, removed: history.leaving.map(rowOf), restarted: [] },
    laterOf(history, history.staying.map(rowOf)),
    present,
  );
  return { before, result, after: ledgerOf([...history.staying, ...history.entering]) };
}

const all = (_history: ChangedHistory, rows: readonly LedgerRow[]): readonly LedgerRow[] => rows;

/** The rows that the change can reach and no others: the later ones of its players, of their players, and so on. */
function closure(history: ChangedHistory, rows: readonly LedgerRow[]): readonly LedgerRow[] {
  const reached = new Set<string>();
  const sources = new Set([...history.entering, ...history.leaving].map((match) => match.match_id));
  const steps = inOrder([...rows, ...history.entering, ...history.leaving]);
  return steps.flatMap((match): LedgerRow[] => {
    const isReached = sources.has(match.match_id) || match.player_ids.some((id) => reached.has(id));
    if (!isReached) return [];
    for (const id of match.player_ids) reached.add(id);
    return sources.has(match.match_id) ? [] : [match as LedgerRow];
  });
}

/** The ledger with the rows and states that the replay wrote. */
function applied({ before, result }: Change, { leaving }: ChangedHistory): Pick<Ledger, 'rows' | 'states'> {
  const rows = new Map(before.rows);
  for (const { match_id } of leaving) rows.delete(match_id);
  for (const row of result.rows) rows.set(row.match_id, row);
  const states = new Map(before.states);
  for (const [id, state] of result.states) {
    const known = knownState(state);
    if (known === null) states.delete(id);
    else states.set(id, known);
  }
  return { rows, states };
}

/** The states of a history by the rating module's own fold. */
function foldOf(matches: readonly RatedMatch[]): Map<string, RatingState> {
  return replayNamed(inOrder(matches).map(historyMatch)).states;
}

describe('After a change of history', () => {
  for (const [given, laterOf] of [
    ['every match', all],
    ['the reachable matches', closure],
  ] as const) {
    test(`the ledger is that of a fold from nothing, bit for bit, given ${given}`, () => {
      fc.assert(
        fc.property(aChangedHistory, (history) => {
          const changed = change(history, laterOf);
          const { rows, states } = applied(changed, history);
          assert.deepEqual(rows, changed.after.rows);
          assert.deepEqual(states, changed.after.states);
          assert.deepEqual(states, foldOf([...history.staying, ...history.entering]));
        }),
        { numRuns: 300 },
      );
    });
  }

  test('the order of the given matches does not matter', () => {
    fc.assert(
      fc.property(aChangedHistory, fc.infiniteStream(fc.nat()), (history, [first, second]) => {
        const turned = <T>(list: readonly T[], by: number | undefined): T[] => {
          const cut = list.length === 0 ? 0 : (by ?? 0) % list.length;
          return [...list.slice(cut), ...list.slice(0, cut)].reverse();
        };
        const other: ChangedHistory = {
          staying: turned(history.staying, first),
          entering: turned(history.entering, second),
          leaving: turned(history.leaving, first),
        };
        const [one, two] = [change(history).result, change(other).result];
        assert.deepEqual(two.states, one.states);
        assert.deepEqual(two.rows, one.rows);
      }),
    );
  });

  test('only rows with a changed bit are written', () => {
    fc.assert(
      fc.property(aChangedHistory, (history) => {
        const { before, result } = change(history);
        const entering = new Set(history.entering.map((match) => match.match_id));
        const written = result.rows.map((row) => row.match_id);
        assert.equal(new Set(written).size, written.length);
        for (const row of result.rows) {
          if (!entering.has(row.match_id)) {
            assert.notDeepEqual(row, before.rows.get(row.match_id));
          }
        }
      }),
    );
  });

  test('only player states with a changed bit are written', () => {
    fc.assert(
      fc.property(aChangedHistory, (history) => {
        const { before, result } = change(history);
        fc.pre(history.entering.length === 0 || history.leaving.length === 0);
        for (const [id, state] of result.states) {
          assert.notDeepEqual(state, before.states.get(id) ?? null);
        }
      }),
    );
  });

  test('the latest match of every remaining player is returned', () => {
    fc.assert(
      fc.property(aChangedHistory, (history) => {
        const { result, after } = change(history);
        for (const id of result.states.keys()) assert.equal(result.latestMatches.get(id), after.latest.get(id));
      }),
    );
  });

  test('the arguments are not changed', () => {
    fc.assert(
      fc.property(aChangedHistory, (history) => {
        const given = structuredClone(history);
        const { before } = change(history);
        assert.deepEqual(history, given);
        assert.deepEqual(before.rows, ledgerOf([...history.staying, ...history.leaving]).rows);
      }),
    );
  });
});

describe('A change of history that is none', () => {
  test('a change without an effect writes nothing', () => {
    fc.assert(
      fc.property(aChangedHistory, ({ staying }) => {
        const { result } = change({ staying, entering: [], leaving: [] });
        assert.deepEqual([result.rows, [...result.states]], [[], []]);
      }),
    );
  });

  test('replacing a match by an equal one under another reference rewrites no later match', () => {
    fc.assert(
      fc.property(aChangedHistory, ({ staying, leaving: [match] }) => {
        fc.pre(match !== undefined);
        // Its id moves, but past no other one.
        const entering = [{ ...match, match_id: `${match?.match_id}-again` } as RatedMatch];
        const { result } = change({ staying, entering, leaving: [match as RatedMatch] });
        assert.deepEqual(
          result.rows.map((row) => row.match_id),
          [entering[0]?.match_id],
        );
        // Nor any player who has played since.
        const { latest } = ledgerOf([...staying, ...entering]);
        for (const id of result.states.keys()) assert.equal(latest.get(id), entering[0]?.match_id);
      }),
    );
  });

  test('removing and adding a match restores every row', () => {
    fc.assert(
      fc.property(aChangedHistory, ({ staying, leaving }) => {
        fc.pre(leaving.length > 0);
        const gone = change({ staying, entering: [], leaving });
        const back = change({ staying, entering: leaving, leaving: [] });
        assert.deepEqual(applied(back, { staying, entering: leaving, leaving: [] }).rows, gone.before.rows);
      }),
    );
  });
});

/** A submission has COMMIT follow its writes at once, so a write that cannot be sent must fail before that. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Appended, writeAppended } from '../../../src/domain/ledger/append.ts';
import type { Transaction } from '../../../src/store/engine/database.ts';

describe('writing appended matches', () => {
  it('throws at once, with nothing sent, for a rating that cannot be stored', () => {
    const transaction = { query: () => assert.fail('a statement was sent') } as unknown as Transaction;
    const match = {
      match_id: '019de4f2-a340-8f34-a99b-71224f08972d',
      played_at: 0,
      player_ids: [],
      units: null,
      weight: 1,
      length: 1,
    };
    const appended = {
      change: { inserted: [match], removed: [] },
      rated: { rows: [], ratings: [{ player_id: 'not an id' }] },
    } as unknown as Appended;
    assert.throws(() => writeAppended(transaction, appended), RangeError);
  });
});

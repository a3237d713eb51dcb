/** A submission has COMMIT follow its writes at once, so a write that cannot be sent must fail before that. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Transaction } from '@bandeja/postgres/database';
import type { RatedChange } from '../../src/ledger/history-change.ts';
import { writeRatedChange } from '../../src/ledger/write-change.ts';

describe('writing a rated change', () => {
  it('a rating that cannot be stored throws before any statement is sent', () => {
    const transaction = { query: () => assert.fail('a statement was sent') } as unknown as Transaction;
    const region = '019de4f2-a340-8f34-a99b-71224f08972d';
    const rated: RatedChange = {
      rows: new Map(),
      removed: [],
      ratings: [
        { player_id: 'not an id', state: null, last_match_id: null, stated: null, version: 1, region, mark: null },
      ],
      changes: { ofMatches: new Map(), ofOthers: [] },
      shifts: [],
      cause: 'older_result',
      links: [],
      guards: [],
      markedBy: [],
      met: [],
      reached: [0],
    };
    assert.throws(() => writeRatedChange(transaction, rated, 0), RangeError);
  });
});

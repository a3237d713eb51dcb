/** Every statement that writes what histories are made of, and by what an answer that was made of it gets another version. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const STORE = resolve(import.meta.dirname, '../../../src/store');

const BY_VERB = 'the verb rates or touches';
const BY_STATE = 'the step writes ledger_state';

/** Whoever adds a statement here has read docs/decisions/0009-kept-answers.md. */
const writers: Readonly<Record<string, string>> = {
  matches_insert: BY_VERB,
  match_move_status: BY_VERB,
  match_amend: BY_VERB,
  ratings_write: 'writes the ratings of those whom it moves; the replay touches the others',
  ledger_remove: 'the change that follows rates or touches',
  ledger_block_write_states: BY_STATE,
  held_matches_insert: 'touched by who lets matches wait',
  held_matches_delete: BY_VERB,
  held_matches_take: 'all enter the ledger, and are rated',
};

test('Nobody writes to histories without another version of them', () => {
  // The one statement that is put together elsewhere is met by what puts it together.
  const table =
    /\b(?:insert into|update|delete from) (?:matches|player_matches|match_ratings|held_matches|held_players)\b|insertLedger\('match_ratings'/;
  const found = readdirSync(STORE)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      readFileSync(join(STORE, file), 'utf8')
        .split(/\bstatement\(\s*/)
        .slice(1),
    )
    .filter((text) => table.test(text.slice(0, text.indexOf('\n);') + 1 || text.length)))
    .map((text) => /^\[?\s*'([^']+)'/.exec(text)?.[1]);
  assert.deepEqual(found.sort(), Object.keys(writers).sort());
});

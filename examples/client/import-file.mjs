/**
 * Imports a CSV file of any length, as a spreadsheet writes it without quotes, and says what became of each line.
 *
 *     node import-file.mjs club-night.csv
 */
import { open } from 'node:fs/promises';
import { Bandeja } from '@bandeja/client';

const client = new Bandeja({
  baseUrl: process.env['BANDEJA_URL'] ?? 'http://127.0.0.1:8080',
  key: process.env['BANDEJA_KEY'],
});
const [path = 'club-night.csv'] = process.argv.slice(2);

/** The matches of the file, a line at a time. */
async function* matchesOf(file) {
  let names;
  for await (const line of file.readLines()) {
    const cells = line.split(',');
    if (names === undefined) {
      names = cells;
      continue;
    }
    const row = Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));
    const at = (username, team) => ({ username, team });
    yield {
      external_ref: row.external_ref,
      session_external_ref: row.session_external_ref || null,
      played_at: row.played_at,
      winning_team: row.winner,
      trust_tier: row.trust_tier || 'imported',
      participants: [at(row.team_a_1, 'A'), at(row.team_a_2, 'A'), at(row.team_b_1, 'B'), at(row.team_b_2, 'B')],
      set_scores: row.set_scores.split(' ').map((set, index) => {
        const [a, b] = set.split('-').map(Number);
        return { set_number: index + 1, team_a_games: a, team_b_games: b };
      }),
    };
  }
}

const file = await open(path);
let last = { created: 0, duplicates: 0, conflicts: 0, rejected: 0 };
const outcomes = client.matches.submitAll(matchesOf(file), {
  onProgress: (progress) => {
    last = progress;
    console.error(`${progress.done} matches sent`);
  },
});
for await (const { submission, status, error } of outcomes) {
  if (status === 'rejected') console.log(`${submission.external_ref}: ${error.code}: ${error.detail}`);
  if (status === 'conflict') console.log(`${submission.external_ref}: this reference belongs to another match`);
}
console.log(
  `${last.created} created, ${last.duplicates} there before, ${last.conflicts} in conflict, ${last.rejected} rejected`,
);

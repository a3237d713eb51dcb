/**
 * Submits a club night and prints its ranking.
 *
 *     node submit-night.mjs club-night.json
 */
import { readFile } from 'node:fs/promises';
import { Bandeja } from '@bandeja/client';

const client = new Bandeja({
  baseUrl: process.env['BANDEJA_URL'] ?? 'http://127.0.0.1:8080',
  key: process.env['BANDEJA_KEY'],
});
const [file = 'club-night.json'] = process.argv.slice(2);
const { players, matches } = JSON.parse(await readFile(file, 'utf8'));

const { summary } = await client.players.registerBatch({ players });
console.log(`${summary.created} players registered, ${summary.existing} were there`);

// Sent a second time, the same night changes nothing: each match is found by its external_ref.
let stored = 0;
for await (const { submission, status, error } of client.matches.submitAll(matches)) {
  if (status === 'created' || status === 'duplicate') stored++;
  else console.error(`${submission.external_ref}: ${error?.detail ?? 'its reference belongs to another match'}`);
}
console.log(`${stored} of ${matches.length} matches are stored`);

const recap = await client.sessions.recap(matches[0].session_external_ref);
for (const { rank, display_name, wins, losses, service_score_change } of recap.leaderboard) {
  console.log(`${rank}. ${display_name}: ${wins} won, ${losses} lost, ${service_score_change ?? 0} points`);
}

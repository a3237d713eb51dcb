/**
 * Keeps the scores of your players in a file: follows the events, and goes on where it stopped when it is started again.
 *
 *     node mirror-events.mjs scores.json
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Bandeja } from '@bandeja/client';

const client = new Bandeja({
  baseUrl: process.env['BANDEJA_URL'] ?? 'http://127.0.0.1:8080',
  key: process.env['BANDEJA_KEY'],
});
const [file = 'scores.json'] = process.argv.slice(2);
const { after, scores } = JSON.parse(await readFile(file, 'utf8').catch(() => '{ "scores": {} }'));

for await (const event of client.events.follow({ after })) {
  if (event.type === 'rating.updated' && event.data.username !== null) {
    const { username, service_score_before, service_score_after } = event.data;
    scores[username] = service_score_after;
    console.log(`${username}: ${service_score_before} → ${service_score_after}`);
  }
  // What an event changes and its id are kept together, so that no event is lost or counted twice.
  await writeFile(`${file}.new`, JSON.stringify({ after: event.id, scores }));
  await rename(`${file}.new`, file);
}

/**
 * `npm run bench:seed`: fills an empty PostgreSQL database with partners, players and matches, including ratings and audit
 * chains. The same options create the same database, except for the time at which its history ends.
 */

import { migrate } from '@bandeja/postgres/migrate';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { readOptions } from './options.ts';
import { fill } from './seed/fill.ts';

const HELP = `npm run bench:seed -- --url URL [options]

  --url URL       an empty PostgreSQL database
  --matches N     default 10000000 (twenty minutes, 40 GB)
  --players N     default 1000000
  --partners N    default 200
  --days N        the length of the history, default 1095
  --hours-ago N   when it ends, default 8, so that new matches are later than all seeded ones
`;

const values = readOptions(HELP, {
  url: { type: 'string' },
  matches: { type: 'string', default: '10000000' },
  players: { type: 'string', default: '1000000' },
  partners: { type: 'string', default: '200' },
  days: { type: 'string', default: '1095' },
  'hours-ago': { type: 'string', default: '8' },
});
if (values.url === undefined) {
  process.stderr.write(`bench:seed needs --url\n\n${HELP}`);
  process.exit(2);
}
const size = {
  matches: Number(values.matches),
  players: Number(values.players),
  partners: Number(values.partners),
  days: Number(values.days),
};
const database = postgresDatabase({ url: values.url });
await migrate(database, MIGRATIONS_DIRECTORY);
await database.close();
const startedAt = performance.now();
let shownAt = 0;
await fill({
  url: values.url,
  size,
  until: Date.now() - Number(values['hours-ago']) * 3_600_000,
  onProgress(matches, what) {
    const now = performance.now();
    if (what === 'matches' && now - shownAt < 2_000 && matches < size.matches) return;
    shownAt = now;
    const seconds = ((now - startedAt) / 1000).toFixed(1);
    process.stderr.write(`${seconds} s: ${matches.toLocaleString('en')} ${what.slice(0, 100)}\n`);
  },
});
const seconds = (performance.now() - startedAt) / 1000;
process.stdout.write(
  `${size.matches.toLocaleString('en')} matches of ${size.players.toLocaleString('en')} players and ${size.partners} partners in ${seconds.toFixed(1)} s, ${Math.round(size.matches / seconds).toLocaleString('en')} matches/s\n`,
);

/**
 * `npm run bench:registrations`: how many new players a second the service registers on the embedded database, one by one and in
 * batches.
 */
import { numberText, print, tableOf } from './figures.ts';
import { readOptions } from './options.ts';
import { call, makePartners } from './partners.ts';
import { runBench } from './run-bench.ts';
import { THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:registrations -- [options]

  --requests N    requests in each of the cases, default 100
  --minutes N     give up after this time, default 10
`;

const values = readOptions(HELP, {
  requests: { type: 'string', default: '100' },
  minutes: { type: 'string', default: '10' },
});
const requests = Number(values.requests);

const CASES = [
  { players: 1, inFlight: 4 },
  { players: 100, inFlight: 1 },
  { players: 100, inFlight: 4 },
];

await runBench(Number(values.minutes), async (setting) => {
  const subject = { name: 'this', directory: THIS_CHECKOUT, matches: 0 };
  const environment = { DATA_DIR: setting.folder(), DEMO: 'off', RATE_LIMITS: 'off' };
  const { url } = await setting.start(subject, environment);
  const [key = ''] = await makePartners(url, 1);
  const rows: string[][] = [];
  let named = 0;
  for (const { players, inFlight } of CASES) {
    let sent = 0;
    const send = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1;
        const body = {
          roster_slug: 'members',
          players: Array.from({ length: players }, () => {
            named += 1;
            return { username: `player-${named}`, display_name: `Marta García ${named}` };
          }),
        };
        const { summary } = await call<{ summary: { created: number } }>(url, key, '/v1/players/batch', body);
        if (summary.created !== players) throw new Error('not all players of a batch were created');
      }
    };
    const from = performance.now();
    await Promise.all(Array.from({ length: inFlight }, send));
    const perSecond = (1_000 * players * requests) / (performance.now() - from);
    rows.push([`${players}`, `${inFlight}`, numberText(perSecond)]);
  }
  print(tableOf(['players a request', 'requests in flight', 'players/s'], rows));
});

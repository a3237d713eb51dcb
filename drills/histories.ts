/**
 * `npm run drill:histories`: two processes submit, confirm, amend, void, rebuild and settle random histories of a few matches over one
 * PostgreSQL, in sequence or at once. At the end every double must equal that of a replay from nothing. A failing history is
 * printed with its seed.
 */

import { postgresDatabase } from '@bandeja/postgres/postgres';
import { createDatabase, type PostgresServer, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { aScenario, playScenario, type Scenario } from '@bandeja/service/test/ledger/scenarios';
import { makeTemplate } from '@bandeja/service/test/support/database';
import fc from 'fast-check';
import { readOptions } from '../bench/options.ts';
import { NodeProcess } from './node-process.ts';

const MATCHES_MAX = 12;
/** Databases in use at once. While the processes of one wait for the server, the others continue. */
const STAGES = 4;
/** Histories per database. Settlements and rebuilds take longer with more of them. */
const HISTORIES_A_STAGE = 200;
const PROGRESS_EVERY_MS = 5_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Figures {
  histories: number;
  matches: number;
  /** Matches that were draws at any time. */
  draws: number;
  /** Submissions, confirmations, amendments and voids. */
  steps: number;
}

const aHistory = fc.record({ scenario: aScenario(MATCHES_MAX), isAtOnce: fc.boolean() });

/** Plays histories in a new database. @throws with the seed if a history differs from a replay from nothing */
async function playStage(server: PostgresServer, histories: number, seed: number, figures: Figures): Promise<void> {
  const { url, drop } = await createDatabase({ server, template: await makeTemplate(server) });
  const database = postgresDatabase({ url });
  const nodes = [new NodeProcess(url), new NodeProcess(url)];
  try {
    const property = fc.asyncProperty(aHistory, async ({ scenario, isAtOnce }) => {
      await playScenario(database, nodes, scenario, isAtOnce);
      count(scenario, figures);
    });
    // A failed history stays in the database, so every smaller history would fail, too.
    const { failed, counterexamplePath, counterexample, errorInstance } = await fc.check(property, {
      numRuns: histories,
      seed,
      endOnFailure: true,
    });
    if (failed) {
      const [history] = counterexample ?? [];
      throw new Error(`seed ${seed}, path ${counterexamplePath}: ${JSON.stringify(history)}`, { cause: errorInstance });
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.close();
    await drop();
  }
}

function count({ matches, turns }: Scenario, figures: Figures): void {
  figures.histories += 1;
  figures.matches += matches.length;
  figures.draws += matches.filter(({ ending, amended, lifecycle }) => {
    const amendments = lifecycle.steps.includes('amend') ? [amended.ending] : [];
    return [ending, ...amendments].some(({ winning_team }) => winning_team === null);
  }).length;
  figures.steps += turns.length;
}

async function main(histories: number, firstSeed: number): Promise<void> {
  const figures: Figures = { histories: 0, matches: 0, draws: 0, steps: 0 };
  const server = await startPostgres({ fsync: false });
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  const progress = setInterval(() => {
    process.stderr.write(`${figures.histories} of ${histories} histories after ${Math.round(seconds())} s\n`);
  }, PROGRESS_EVERY_MS);
  try {
    await makeTemplate(server);
    let begun = 0;
    let seed = firstSeed;
    const playOn = async (): Promise<void> => {
      while (begun < histories) {
        const share = Math.min(HISTORIES_A_STAGE, Math.ceil(histories / STAGES), histories - begun);
        begun += share;
        seed += 1;
        await playStage(server, share, seed - 1, figures);
      }
    };
    await Promise.all(Array.from({ length: STAGES }, playOn));
  } finally {
    clearInterval(progress);
    await server.stop();
  }
  const perSecond = (figures.histories / seconds()).toFixed(1);
  print(
    `${figures.histories} histories of ${figures.matches} matches, ${figures.draws} of them draws at some time, in ${figures.steps} steps, over two processes: every double ` +
      `is that of a replay from nothing; ${Math.round(seconds())} s, ${perSecond} histories/s (seeds from ${firstSeed} on)`,
  );
}

const HELP = `npm run drill:histories -- [options]

  --histories N   default 10000
  --seed N        default: by the clock
`;
const { histories, seed } = readOptions(HELP, {
  histories: { type: 'string', default: '10000' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
});
await main(Number(histories), Number(seed));

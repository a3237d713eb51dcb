/**
 * `npm run drill:histories`: plays random lives of a few matches, which two processes submit, confirm, amend, void, rebuild
 * and settle over one PostgreSQL, one step after the other or all at once, and compares every double in the end with a fold
 * from nothing. Several such stages stand side by side. Prints its figures last; a history that fails, with its seed.
 *
 * Usage: node test/drill/histories.ts [HISTORIES [SEED]]
 */
import fc from 'fast-check';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { aPlot, type Plot, Theatre } from '../domain/settlement/plots.ts';
import { makeTemplate } from '../support/database.ts';
import { createDatabase, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { NodeProcess } from './node-process.ts';

const MATCHES_MAX = 12;
/** Stages side by side: while the processes of one wait for the server, others go on. */
const STAGES = 4;
/** A stage is left for a new one after so many histories: settlements and rebuilds take longer the more lie behind. */
const HISTORIES_A_STAGE = 200;
const PROGRESS_EVERY_MS = 5_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Figures {
  histories: number;
  matches: number;
  /** Submissions, confirmations, amendments and voids. */
  steps: number;
}

const aHistory = fc.record({ plot: aPlot(MATCHES_MAX), isAtOnce: fc.boolean() });

/** Plays so many histories on a stage of their own. @throws with the seed when one does not end in the fold. */
async function playStage(server: PostgresServer, histories: number, seed: number, figures: Figures): Promise<void> {
  const { url, drop } = await createDatabase({ server, template: await makeTemplate(server) });
  const database = postgresDatabase({ url });
  const nodes = [new NodeProcess(url), new NodeProcess(url)];
  try {
    const theatre = await Theatre.open(database, nodes);
    const property = fc.asyncProperty(aHistory, async ({ plot, isAtOnce }) => {
      await theatre.play(plot, isAtOnce);
      count(plot, figures);
    });
    // What has failed once stays as it is in the database, so a shorter history could not be told from it there.
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

function count({ matches, turns }: Plot, figures: Figures): void {
  figures.histories += 1;
  figures.matches += matches.length;
  figures.steps += turns.length;
}

async function main(histories: number, firstSeed: number): Promise<void> {
  const figures: Figures = { histories: 0, matches: 0, steps: 0 };
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
    `${figures.histories} histories of ${figures.matches} matches in ${figures.steps} steps, over two processes: every double ` +
      `is that of a fold from nothing; ${Math.round(seconds())} s, ${perSecond} histories/s (seeds from ${firstSeed} on)`,
  );
}

const [histories = '10000', seed = `${Date.now() % 1_000_000}`] = process.argv.slice(2);
await main(Number(histories), Number(seed));

/** The time from starting the process until `/health/ready` returns 200. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { alternate, type Comparison, type Figure } from '../comparison.ts';
import { runCount } from '../connections.ts';
import { printProgress } from '../figures.ts';
import { makePartners, registerPlayers } from '../partners.ts';
import type { Subject } from '../subject.ts';
import { BATCHES, Players } from '../submissions.ts';

const UNITS = { '': { unit: 's', decimals: 2 } };
/** Stored before the start of an existing database. */
const MATCHES = 200;
const PLAYERS = 400;

type Environment = Readonly<Record<string, string>>;

export async function measureStart(comparison: Comparison): Promise<Figure[]> {
  const { setting } = comparison;
  const timeStart = async (subject: Subject, environment: Environment, isKilled = false) => {
    const service = await setting.start(subject, environment);
    await (isKilled ? service.kill() : service.stop());
    return { '': service.readyAfterMs / 1000 };
  };
  const fill = async (subject: Subject, environment: Environment): Promise<Environment> => {
    const service = await setting.start(subject, environment);
    const keys = await makePartners(service.url, 2);
    const players = new Players(await registerPlayers(service.url, keys, PLAYERS));
    await runCount(service.url, BATCHES.requests(players, keys), 1, MATCHES / BATCHES.matchesPerRequest);
    await service.stop();
    return environment;
  };
  const existing = new Map<string, Promise<Environment>>();
  const existingOf = (subject: Subject, name: string, make: () => Promise<Environment>): Promise<Environment> => {
    const id = `${subject.name} ${name}`;
    const environment = existing.get(id) ?? make().then((made) => fill(subject, made));
    existing.set(id, environment);
    return environment;
  };
  const embedded = async (): Promise<Environment> => ({ DATA_DIR: join(setting.folder(), 'data') });
  const postgres = async (): Promise<Environment> => ({ DATABASE_URL: await setting.emptyDatabase() });
  const cases: Readonly<Record<string, (subject: Subject) => Promise<{ readonly '': number }>>> = {
    'start: embedded, first, with the demo': async (subject) => {
      const { DATA_DIR = '' } = await embedded();
      const measured = await timeStart(subject, { DATA_DIR, DEMO: 'on' });
      rmSync(DATA_DIR, { recursive: true });
      return measured;
    },
    'start: embedded, existing': async (subject) => timeStart(subject, await existingOf(subject, 'embedded', embedded)),
    'start: embedded, after a kill': async (subject) =>
      timeStart(subject, await existingOf(subject, 'killed', embedded), true),
    'start: PostgreSQL, existing': async (subject) =>
      timeStart(subject, await existingOf(subject, 'PostgreSQL', postgres)),
  };
  const figures: Figure[] = [];
  for (const [what, measure] of Object.entries(cases)) {
    printProgress(`${what} …`);
    figures.push(...(await alternate(comparison, what, UNITS, measure)));
  }
  return figures;
}

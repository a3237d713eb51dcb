/** A service whose memory is looked at: over a seeded PostgreSQL database, or over an embedded one with players of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';
import { tell, whole } from '../figures.ts';
import { Turns } from '../ingest/disjoint.ts';
import { issueKeys, makePartners, OPERATOR_TOKEN, registerPlayers } from '../partners.ts';
import { firstPartnerOf, type ReadRoute, routesAbout, routesOf } from '../reads/routes.ts';
import { seededDatabase, sizeOf } from '../seed/databases.ts';
import { publicPlayersOf } from '../seed/population.ts';
import { matchOf, post } from '../settlement/load.ts';

const PARTNERS = 10;
const SCOPES = ['write:matches', 'write:players', 'read:players', 'read:intelligence'] as const;
/** Ten times as many matches as players come in an hour, as in a seeded database. */
const EMBEDDED_PLAYERS = 10_000;
const DAY_MS = 86_400_000;

export interface Subject {
  readonly name: string;
  /** MB that the service may have in use, at rest and at work. */
  readonly limitMb: number;
  readonly service: ServiceProcess;
  /** Keys of partners that submit. */
  readonly keys: readonly string[];
  readonly turns: Turns;
  readonly reads: readonly ReadRoute[];
  /** May read them all. */
  readonly reader: string;
  /** A match whose settlement reaches nearly everything that is stored. */
  lateMatch(): object;
  stop(): Promise<void>;
}

/** Of four from the middle, who play often: the first and the last of a seeded population hardly do. */
function lateMatchOf(playerIds: readonly string[], daysAgo: number): object {
  const middle = playerIds.length >> 1;
  return matchOf(playerIds.slice(middle, middle + 4), `late-${Date.now()}`, Date.now() - daysAgo * DAY_MS);
}

export interface SubjectOptions {
  /** Stored in PostgreSQL before. */
  readonly matches: number;
  /** Registered in the embedded database. */
  readonly players?: number;
  /** Options of the service’s Node, on top of those of `npm start`. */
  readonly nodeOptions: readonly string[];
  /** Is given the process before anything is asked of it. */
  readonly atRest: (pid: number) => Promise<void>;
}

export async function postgresSubject({ matches, nodeOptions, atRest }: SubjectOptions): Promise<Subject> {
  const server = await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '8GB' } });
  try {
    tell(`seeding ${whole(matches)} matches …`);
    const { url, population } = await seededDatabase(server, { ...sizeOf(matches), days: 365 });
    const service = await startServiceProcess({
      nodeOptions,
      environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', DATABASE_URL: url },
    });
    const stop = async (): Promise<void> => {
      await service.stop();
      await server.stop();
    };
    await atRest(service.pid);
    const database = postgresDatabase({ url });
    const partner = await firstPartnerOf(database);
    const reads = await routesOf(database, partner);
    await database.close();
    const [reader = ''] = await issueKeys(service.url, [partner], SCOPES);
    const keys = await issueKeys(service.url, await makePartners(service.url, PARTNERS), SCOPES);
    const playerIds = publicPlayersOf(population);
    return {
      name: 'PostgreSQL',
      limitMb: 200,
      service,
      keys,
      turns: new Turns(playerIds),
      reads,
      reader,
      lateMatch: () => lateMatchOf(playerIds, 364),
      stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function embeddedSubject({
  players = EMBEDDED_PLAYERS,
  nodeOptions,
  atRest,
}: SubjectOptions): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-memory-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const own = { OPERATOR_TOKEN, LOG_LEVEL: 'error', DATA_DIR: join(folder, 'data') };
    const service = await startServiceProcess({ nodeOptions, environment: own });
    await atRest(service.pid);
    tell(`registering ${whole(players)} players …`);
    const keys = await issueKeys(service.url, await makePartners(service.url, PARTNERS), SCOPES);
    const registered = await registerPlayers(service.url, keys, players);
    const playerIds = registered.map(({ id }) => id);
    const turns = new Turns(playerIds);
    const [reader = ''] = keys;
    return {
      name: 'embedded',
      limitMb: 700,
      service,
      keys,
      turns,
      reads: routesAbout({
        usernames: registered
          .slice(0, 3_000)
          .flatMap(({ username }, index) => (index % PARTNERS === 0 ? [username] : [])),
        ...(await aNight(service.url, reader, turns)),
      }),
      reader,
      lateMatch: () => lateMatchOf(playerIds, 364),
      async stop() {
        await service.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Submits a night, so that there are matches and a session to read. */
async function aNight(
  url: string,
  key: string,
  turns: Turns,
): Promise<{ readonly matchIds: string[]; readonly sessionRefs: string[] }> {
  const matches = Array.from({ length: 25 }, () => turns.match());
  const { body } = await post(url, key, '/v1/matches/batch', { session_external_ref: 'a-night', matches });
  const { results } = body as { results: { match?: { id: string } }[] };
  return { matchIds: results.flatMap(({ match }) => match?.id ?? []), sessionRefs: ['a-night'] };
}

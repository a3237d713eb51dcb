/** The starts that are timed: what lies there beforehand, and what the first request is. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, type PostgresServer } from '../../test/support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';
import { Turns } from '../ingest/disjoint.ts';
import { issueKeys, makePartners, OPERATOR_TOKEN, registerPlayers } from '../partners.ts';
import { post } from '../settlement/load.ts';

const SCOPES = ['write:matches', 'write:players'] as const;
const PLAYERS = 40;

/** Something to send that is answered with 201. */
export interface FirstRequest {
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

export interface StartCase {
  readonly name: string;
  /** Ms that it may take until it is ready; null where nothing was asked. */
  readonly aimMs: number | null;
  /** Leads to the state that the start begins from. @returns settings of the start */
  prepare(): Promise<Readonly<Record<string, string>>>;
  firstRequest(service: ServiceProcess): Promise<FirstRequest>;
  /** Ends a start as the next one of this case wants to find it. */
  end(service: ServiceProcess): Promise<void>;
}

const stop = async (service: ServiceProcess): Promise<void> => void (await service.stop());

/** Partner, players and matches, made by the first start of a case and found by the others. */
class Population {
  #key = '';
  #turns = new Turns([]);
  readonly #matches: number;

  constructor(matches: number) {
    this.#matches = matches;
  }

  async make({ url }: ServiceProcess): Promise<void> {
    const [key = ''] = await issueKeys(url, await makePartners(url, 1), SCOPES);
    this.#key = key;
    const players = await registerPlayers(url, [key], PLAYERS);
    this.#turns = new Turns(players.map(({ id }) => id));
    await this.submit(url);
  }

  /** Matches, so that there is something to recover. */
  async submit(url: string): Promise<void> {
    for (let done = 0; done < this.#matches; done += 10) {
      const matches = Array.from({ length: 10 }, () => this.#turns.match());
      const { status } = await post(url, this.#key, '/v1/matches/batch', { matches });
      if (status !== 200) throw new Error(`a batch was answered with ${status}`);
    }
  }

  readonly firstRequest = async (): Promise<FirstRequest> => ({
    key: this.#key,
    path: '/v1/matches',
    body: this.#turns.match(),
  });
}

/** A case over a database that a start before has made. */
function warm(
  name: string,
  aimMs: number,
  matches: number,
  settings: () => Promise<Readonly<Record<string, string>>>,
  end: StartCase['end'],
): StartCase {
  const population = new Population(matches);
  let made: Promise<Readonly<Record<string, string>>> | undefined;
  const make = async (): Promise<Readonly<Record<string, string>>> => {
    const environment = await settings();
    const service = await startServiceProcess({ environment });
    await population.make(service);
    await end(service);
    return environment;
  };
  return {
    name,
    aimMs,
    prepare() {
      made ??= make();
      return made;
    },
    firstRequest: population.firstRequest,
    async end(service) {
      await population.submit(service.url);
      await end(service);
    },
  };
}

/** @param matches so many lie in the embedded database’s log when it is killed */
export function casesOf(server: PostgresServer, folder: string, matches: number): StartCase[] {
  const common = { OPERATOR_TOKEN, LOG_LEVEL: 'info' };
  const embedded = (name: string) => async (): Promise<Record<string, string>> => {
    mkdirSync(folder, { recursive: true });
    return { ...common, DATA_DIR: join(folder, name) };
  };
  const postgres = async (): Promise<Record<string, string>> => ({
    ...common,
    DATABASE_URL: (await createDatabase({ server })).url,
  });
  return [
    warm('PostgreSQL, migrated', 1_000, matches, postgres, stop),
    {
      name: 'PostgreSQL, empty',
      aimMs: null,
      prepare: postgres,
      firstRequest: async () => ({
        key: OPERATOR_TOKEN,
        path: '/admin/v1/partners',
        body: { name: 'First', plan: 'pro' },
      }),
      end: stop,
    },
    warm('embedded, was stopped', 2_000, matches, embedded('stopped'), stop),
    warm('embedded, was killed', 2_000, matches, embedded('killed'), (service) => service.kill()),
    {
      name: 'embedded, from nothing',
      aimMs: 6_000,
      async prepare() {
        rmSync(join(folder, 'nothing'), { recursive: true, force: true });
        return { ...(await embedded('nothing')()), DEMO: 'on' };
      },
      firstRequest: demoRequest,
      end: stop,
    },
  ];
}

/** What the greeting says to paste. */
async function demoRequest({ output }: ServiceProcess): Promise<FirstRequest> {
  for (;;) {
    const [, key] = /^ {2}(bdj_live_\w+)$/m.exec(output()) ?? [];
    const [, body] = /-d '(.*)'$/m.exec(output()) ?? [];
    if (key !== undefined && body !== undefined) return { key, path: '/v1/matches', body: JSON.parse(body) };
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

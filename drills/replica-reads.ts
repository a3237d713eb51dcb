/** Reads per second with and without a replica, and their cost on the primary. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '@bandeja/postgres/test/support/postgres';
import { four } from '@bandeja/service/test/support/matches';
import type { ReplicatedServers } from '@bandeja/service/test/support/replicas';
import type { ServiceProcess } from '@bandeja/service/test/support/service-process';
import { getRequest, inTurn, postRequest, runFor, startSteadyLoad } from '../bench/connections.ts';
import { median, numberText, print, quantile, tableOf } from '../bench/figures.ts';
import { processorMs, processorMsOfChildren } from '../bench/processes.ts';
import type { Season } from './season.ts';

const CONNECTIONS = 16;
/** Submissions per second during the reads, one match each. */
const SUBMISSIONS = 50;

interface Loaded {
  readonly servers: ReplicatedServers;
  readonly plain: ServiceProcess;
  readonly replicated: ServiceProcess;
  readonly season: Season;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time per read of each server and the service, in microseconds. */
  readonly primary: number;
  readonly replica: number;
  readonly service: number;
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  profiles: [''],
  'histories, progress, cards': ['/matches', '/progress', '/card'],
};

const WAYS = ['without', 'with'] as const;

/** @returns lines of Markdown */
export async function measureReads(loaded: Loaded, seconds: number, rounds: number): Promise<string[]> {
  const rows: string[][] = [];
  for (const [kind, paths] of Object.entries(KINDS)) {
    for (const isBusy of [false, true]) {
      print(`reads of ${kind}, ${isBusy ? 'beside submissions' : 'alone'} …`);
      const measured: Record<(typeof WAYS)[number], Measured[]> = { without: [], with: [] };
      for (const way of Array.from({ length: rounds }, () => WAYS).flat()) {
        const node = way === 'with' ? loaded.replicated : loaded.plain;
        measured[way].push(await measure(loaded, { node, paths, isBusy, seconds }));
      }
      const writes = isBusy ? `${SUBMISSIONS} matches/s` : 'none';
      for (const way of WAYS) rows.push([kind, writes, way, ...cells(measured[way])]);
    }
  }
  const titles = ['reads', 'writes beside', 'replica', 'reads/s', 'p50 ms', 'p99 ms'];
  return tableOf([...titles, 'primary µs', 'replica µs', 'service µs'], rows).split('\n');
}

function cells(measured: readonly Measured[]): string[] {
  const cell = (figure: keyof Measured, decimals = 0): string =>
    numberText(median(measured.map((one) => one[figure])), decimals);
  return [cell('perSecond'), cell('p50', 1), cell('p99', 1), cell('primary'), cell('replica'), cell('service')];
}

interface Wanted {
  readonly node: ServiceProcess;
  readonly paths: readonly string[];
  readonly isBusy: boolean;
  readonly seconds: number;
}

let submitted = 0;

async function measure(
  { servers, season, plain }: Loaded,
  { node, paths, isBusy, seconds }: Wanted,
): Promise<Measured> {
  const requests = season.usernames.flatMap((name) =>
    paths.map((path) => getRequest(`/v1/players/${name}${path}`, season.key)),
  );
  const submit = (): Buffer => {
    submitted += 1;
    const seats = [0, 1, 2, 3].map(
      (place) => season.usernames[(submitted + place * 20) % season.usernames.length] ?? '',
    );
    const match = {
      external_ref: `beside-${submitted}`,
      played_at: new Date(Date.now() - 3_600_000 + submitted).toISOString(),
      winning_team: 'A',
      trust_tier: 'partner_attested',
      participants: four(...seats),
    };
    return postRequest('/v1/matches', season.key, match);
  };
  const writes = isBusy ? startSteadyLoad(plain.url, submit, SUBMISSIONS) : undefined;
  // The load without reads is subtracted.
  const idle = await spending(servers, node, () => sleep(seconds * 1000));
  await runFor(node.url, inTurn(requests), CONNECTIONS, 1);
  const spent = await spending(servers, node, () => runFor(node.url, inTurn(requests), CONNECTIONS, seconds));
  await writes?.stop();
  const { times, requests: count } = spent.result;
  const each = (figure: 'primary' | 'replica' | 'service'): number => Math.max(0, spent[figure] - idle[figure]) / count;
  return {
    perSecond: count / spent.result.seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    primary: 1000 * each('primary'),
    replica: 1000 * each('replica'),
    service: 1000 * each('service'),
  };
}

/** Processor time of the processes during some work, in ms. */
async function spending<T>({ primary, replica }: ReplicatedServers, node: ServiceProcess, work: () => Promise<T>) {
  const look = () => ({
    primary: processorMsOfServer(primary),
    replica: processorMsOfServer(replica),
    service: processorMs(node.pid),
  });
  const before = look();
  const result = await work();
  const after = look();
  return {
    result,
    primary: after.primary - before.primary,
    replica: after.replica - before.replica,
    service: after.service - before.service,
  };
}

const processorMsOfServer = ({ pid }: PostgresServer): number =>
  pid === null ? 0 : processorMs(pid) + processorMsOfChildren(pid);

/** The rate of amendments and of late matches that reach a few matches each. */
import { type Comparison, type Figure, measureWorkloads, type Workload } from '../comparison.ts';
import { inTurn, type Load, type NextRequest, postRequest } from '../connections.ts';
import { quantile } from '../figures.ts';
import { amendmentsOf, chainOf, type Group, makeGroups, playInOrder, registerGroup } from '../groups.ts';
import { makePartners } from '../partners.ts';
import type { SeededService } from '../subject.ts';
import { matchOf } from '../submissions.ts';

const CONNECTIONS = 16;
const PARTNERS = 16;
/** Several for each connection, so that no match is amended twice at a time. */
const GROUPS_A_PARTNER = 4;
/** A change of the first reaches the others. */
const GROUP_MATCHES = 10;
const SHARED_PLAYERS = 8;
const SHARED_MATCHES = 80;
const DAY_MS = 86_400_000;

const UNITS = {
  '': { unit: 'matches/s', decimals: 0 },
  'processor of service and database': { unit: 'ms/match', decimals: 3 },
  p50: { unit: 'ms', decimals: 1 },
  p99: { unit: 'ms', decimals: 1 },
};

interface Prepared {
  readonly groups: readonly Group[];
  /** Amendments of matches that share their eight players. */
  readonly shared: NextRequest;
  readonly until: number;
  /** Late matches so far, in all workloads. */
  late: number;
}

async function prepare({ service: { url } }: SeededService): Promise<Prepared> {
  const keys = await makePartners(url, PARTNERS);
  const until = Date.now() - 2 * DAY_MS;
  const groups: Group[] = [];
  for (const [partner, key] of keys.entries()) {
    const prefix = `group-${partner}`;
    groups.push(...(await makeGroups(url, key, { prefix, count: GROUPS_A_PARTNER, matches: GROUP_MATCHES, until })));
  }
  const [key = ''] = keys;
  const players = await registerGroup(url, key, 'shared', SHARED_PLAYERS);
  // Each partner amends its own matches.
  const matches = chainOf(players, SHARED_MATCHES, until);
  const amendments: NextRequest[] = [];
  for (const [index, match] of matches.entries()) {
    const owner = keys[index % keys.length] ?? '';
    const [id = ''] = await playInOrder(url, owner, [match]);
    amendments.push(amendmentsOf(owner, id));
  }
  const next = inTurn(amendments);
  return { groups, shared: () => next()(), until, late: 0 };
}

const measuredFor =
  (matchesPerRequest: number) =>
  ({ requests, seconds, times }: Load, ms: number): Record<string, number> => ({
    '': (requests * matchesPerRequest) / seconds,
    'processor of service and database': ms / (requests * matchesPerRequest),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  });

/** A match before the others of its group, and after all earlier late ones. */
function lateMatches(prepared: Prepared): () => { readonly key: string; readonly match: object } {
  const nextGroup = inTurn(prepared.groups);
  return () => {
    const { key, usernames } = nextGroup();
    prepared.late += 1;
    return { key, match: matchOf(usernames, prepared.until - DAY_MS + prepared.late) };
  };
}

async function measureChanges(
  comparison: Comparison,
  workloads: readonly (Pick<Workload, 'name' | 'connections'> & {
    readonly matches: number;
    readonly next: (prepared: Prepared) => NextRequest;
  })[],
): Promise<Figure[]> {
  const prepared = new Map<SeededService, Prepared>();
  for (const subject of comparison.subjects) {
    const seeded = await comparison.setting.seeded(subject);
    prepared.set(seeded, await preparedOf(seeded));
  }
  return measureWorkloads(
    comparison,
    workloads.map(({ name, connections, matches, next }) => ({
      name,
      connections,
      units: UNITS,
      measured: measuredFor(matches),
      requests: (seeded: SeededService) => next(prepared.get(seeded) as Prepared),
    })),
  );
}

/** Both parts use the same groups. */
const made = new WeakMap<SeededService, Promise<Prepared>>();

function preparedOf(seeded: SeededService): Promise<Prepared> {
  const prepared = made.get(seeded) ?? prepare(seeded);
  made.set(seeded, prepared);
  return prepared;
}

export const measureAmendments = (comparison: Comparison): Promise<Figure[]> =>
  measureChanges(comparison, [
    {
      name: `amendments on disjoint players, ${CONNECTIONS} connections`,
      connections: CONNECTIONS,
      matches: 1,
      next({ groups }) {
        const next = inTurn(groups.map(({ key, oldest }) => amendmentsOf(key, oldest)));
        return () => next()();
      },
    },
    {
      name: `amendments on ${SHARED_PLAYERS} shared players, ${CONNECTIONS} connections`,
      connections: CONNECTIONS,
      matches: 1,
      next: ({ shared }) => shared,
    },
  ]);

export const measureLate = (comparison: Comparison): Promise<Figure[]> =>
  measureChanges(comparison, [
    {
      name: `late matches, ${CONNECTIONS} connections`,
      connections: CONNECTIONS,
      matches: 1,
      next(prepared) {
        const next = lateMatches(prepared);
        return () => {
          const { key, match } = next();
          return postRequest('/v1/matches', key, match);
        };
      },
    },
    {
      name: `batches of ${GROUPS_A_PARTNER} late matches, ${CONNECTIONS} connections`,
      connections: CONNECTIONS,
      matches: GROUPS_A_PARTNER,
      next(prepared) {
        const next = lateMatches(prepared);
        return () => {
          const late = Array.from({ length: GROUPS_A_PARTNER }, next);
          return postRequest('/v1/matches/batch', late[0]?.key ?? '', { matches: late.map(({ match }) => match) });
        };
      },
    },
  ]);

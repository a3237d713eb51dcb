import packageJson from '../../../package.json' with { type: 'json' };
import { DatabaseUnavailable } from '../../store/engine/database.ts';
import { formatInstant } from '../instant.ts';
import { type Check, type CheckSubject, problem, type Verdict } from './check.ts';
import {
  clock,
  connections,
  migrations,
  openTransactions,
  replica,
  replicationSlots,
  settings,
} from './checks/database.ts';
import { events, receivers } from './checks/deliveries.ts';
import { backup, disk, indexes, plans, statistics, upkeep } from './checks/storage.ts';
import { settlement, tasks } from './checks/work.ts';
import type { Diagnosis } from './shapes.ts';

/** Every check there is, in the order in which an operator reads them. */
export const checks: readonly Check[] = [
  settings,
  migrations,
  connections,
  openTransactions,
  replicationSlots,
  replica,
  clock,
  disk,
  backup,
  upkeep,
  statistics,
  indexes,
  plans,
  settlement,
  events,
  receivers,
  tasks,
];

/**
 * Looks at everything that can be wrong with the service, one thing after the other. Changes nothing. If the database cannot be
 * asked, that is one finding, and those that need it are left out.
 */
export async function diagnose(subject: CheckSubject): Promise<Diagnosis> {
  const findings: Diagnosis['findings'] = [];
  for (const { code, engine, look } of checks) {
    if (engine !== undefined && engine !== subject.database.engine) continue;
    try {
      findings.push({ code, ...(await look(subject)) });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) findings.push({ code, ...notLookedAt(code, error as Error) });
      else if (!findings.some((one) => one.code === UNAVAILABLE)) {
        findings.push({ code: UNAVAILABLE, ...unavailable(error) });
      }
    }
  }
  return { at: formatInstant(subject.now()), service_version: packageJson.version, findings };
}

/** The code of the first check, which asks the database. */
const UNAVAILABLE = settings.code;

const unavailable = ({ message }: DatabaseUnavailable): Verdict =>
  problem(
    `The database cannot be used, so little could be looked at: ${message}.`,
    'See the log of the database, and docs/runbooks/database-down.md. The service goes on by itself once it answers.',
  );

const notLookedAt = (code: string, { message }: Error): Verdict =>
  problem(`“${code}” could not be looked at: ${message}.`, 'See the log of the service and of its database.');

import packageJson from '../../../package.json' with { type: 'json' };
import { formatInstant } from '../instant.ts';
import { type Check, type CheckSubject, problem } from './check.ts';
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

/** Looks at everything that can be wrong with the service, one thing after the other. Changes nothing. */
export async function diagnose(subject: CheckSubject): Promise<Diagnosis> {
  const findings: Diagnosis['findings'] = [];
  for (const { code, engine, look } of checks) {
    if (engine !== undefined && engine !== subject.database.engine) continue;
    const verdict = await look(subject).catch((error: Error) =>
      problem(`This could not be looked at: ${error.message}.`, 'See the log of the service and of its database.'),
    );
    findings.push({ code, ...verdict });
  }
  return { at: formatInstant(subject.now()), service_version: packageJson.version, findings };
}

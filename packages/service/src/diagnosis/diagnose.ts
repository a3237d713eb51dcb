import type { Diagnosis, Finding } from '@bandeja/contract/diagnosis';
import { formatInstant } from '@bandeja/contract/instant';
import { DatabaseUnavailable } from '@bandeja/postgres/database';
import packageJson from '../../package.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { checks, problem } from './checks.ts';

/** Runs all checks in turn. If the database is unavailable, the only finding is `database`. */
export async function diagnose(context: Context): Promise<Diagnosis> {
  const report = (findings: Finding[]): Diagnosis => ({
    at: formatInstant(context.now()),
    service_version: packageJson.version,
    findings,
  });
  const findings: Finding[] = [];
  for (const [code, check] of Object.entries(checks)) {
    try {
      findings.push({ code, ...(await check(context)) });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return report([{ code: 'database', ...unavailable(error) }]);
      findings.push({ code, ...failed(error as Error) });
    }
  }
  return report(findings);
}

const unavailable = ({ message }: DatabaseUnavailable) =>
  problem(
    `The database is unavailable, so nothing else was checked: ${message}.`,
    'Read the log of the database, and docs/runbooks/database-down.md. The service recovers without a restart.',
  );

const failed = ({ message }: Error) =>
  problem(`The check failed: ${message}.`, 'Read the logs of the service and its database.');

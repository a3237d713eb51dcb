import type { DatabaseHealth } from '../store/engine/database.ts';

/** What `/metrics` answers, in the text format of Prometheus. docs/operations.md lists the metrics. */
export function metricsText({ state, upkeep }: DatabaseHealth): string {
  const lines = [
    '# HELP bandeja_ready 1 if the service takes requests.',
    '# TYPE bandeja_ready gauge',
    `bandeja_ready ${state === 'well' ? 1 : 0}`,
    '# HELP bandeja_database_disk_full 1 while the disk of the database is full.',
    '# TYPE bandeja_database_disk_full gauge',
    `bandeja_database_disk_full ${state === 'no room' ? 1 : 0}`,
    '# HELP bandeja_upkeep_failures_total How often a chore of the embedded database has failed.',
    '# TYPE bandeja_upkeep_failures_total counter',
    ...upkeep.map(({ chore, failures }) => `bandeja_upkeep_failures_total{chore="${chore}"} ${failures}`),
    '# HELP bandeja_upkeep_failing_seconds For how long a chore has been failing; 0 if it does not fail.',
    '# TYPE bandeja_upkeep_failing_seconds gauge',
    ...upkeep.map(
      ({ chore, failingMs }) => `bandeja_upkeep_failing_seconds{chore="${chore}"} ${(failingMs ?? 0) / 1_000}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

import { formatInstant } from '@bandeja/contract/instant';
import type { SandboxState } from '@bandeja/contract/sandboxes';
import type { SandboxCounts, SandboxRow } from './store.ts';

/** @param now of the service's clock */
export function sandboxView(now: number, row: SandboxRow, counts: SandboxCounts): SandboxState {
  return {
    now: formatInstant(now + row.clock_ahead_ms),
    clock_ahead_seconds: Math.round(row.clock_ahead_ms) / 1000,
    ...counts,
    created_at: formatInstant(row.created_at),
    cleared_at: row.cleared_at === null ? null : formatInstant(row.cleared_at),
  };
}

import type { Api } from '@bandeja/client';
import type { Fault, Warning } from '../message.ts';
import type { Row } from '../rows.ts';

/** A row as it is sent, or why it is not. */
export interface PreparedRow {
  readonly row: Row;
  /** Null if it has faults. */
  readonly match: Api.ImportMatch | null;
  readonly faults: readonly Fault[];
  /** The warnings of the reader; the service has its own. */
  readonly warnings: readonly Warning[];
  /** Who the four players are; null for one that only the service knows. */
  readonly persons: readonly (string | null)[];
}

import type { LedgerPlace } from '../ratings/index.ts';

/** What is worth telling of a run, by the node that did it. */
export type RunEvent =
  | { readonly what: 'begun'; readonly run: number; readonly settled_until: LedgerPlace }
  /** A run that another process has begun, or has been at work on until its lease ended. */
  | { readonly what: 'taken over'; readonly run: number; readonly matches_read: number }
  | {
      readonly what: 'ended';
      readonly run: number;
      readonly matches_read: number;
      readonly matches_changed: number;
      /** Since the run began, whoever was at work on it. */
      readonly elapsedMs: number;
    };

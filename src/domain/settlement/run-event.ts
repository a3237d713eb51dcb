import type { LedgerPlace } from '../ratings/index.ts';

/** What happened to a run, for the log. */
export type RunEvent =
  | { readonly what: 'begun'; readonly run: number; readonly after: LedgerPlace }
  /** Another process has begun the run, or worked on it until its lease ended. */
  | { readonly what: 'taken over'; readonly run: number; readonly matches_read: number }
  | {
      readonly what: 'ended';
      readonly run: number;
      readonly matches_read: number;
      readonly matches_changed: number;
      /** How long all its steps took. */
      readonly elapsedMs: number;
    };

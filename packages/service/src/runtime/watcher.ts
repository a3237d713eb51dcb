/** How far a long task is: so many of so many, the whole null as long as it is not known. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

/** What a long task reports to, and what can end it. */
export interface Watcher {
  /** Told every now and then how far the task is; must return at once and not throw. */
  readonly onProgress?: (progress: Progress) => void;
  /** Calls the task off: it stops soon after, and throws the signal's reason. */
  readonly signal?: AbortSignal;
}

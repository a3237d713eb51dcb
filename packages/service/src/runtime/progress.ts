/** The progress of a long task. `total` is null until it is known. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

/** How a caller follows and cancels a long task. */
export interface ProgressOptions {
  /** Called now and then. Must return at once and must not throw. */
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the task: it stops soon after and throws the signal's reason. */
  readonly signal?: AbortSignal;
}

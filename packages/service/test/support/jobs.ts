import { type Job, JobLoop } from '../../src/runtime/job-loop.ts';

export interface RunningJob {
  stop(): Promise<void>;
}

/** Runs a job as the service does while requests write all the time. Without `onError`, its errors are ignored. */
export function runJob(job: Job, onError: (error: unknown) => void = () => {}): RunningJob {
  const { everyMs, pokedMs = everyMs } = job;
  return new JobLoop().add([{ ...job, everyMs: Math.min(everyMs, pokedMs) }], (_, error) => onError(error));
}

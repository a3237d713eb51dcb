import { type Job, JobLoop } from '../../src/runtime/job-loop.ts';

export interface RunningJob {
  stop(): Promise<void>;
}

/** Runs a job as the service does. Without `onError`, its errors are ignored. */
export function runJob(job: Job, onError: (error: unknown) => void = () => {}): RunningJob {
  return new JobLoop().add([job], (_, error) => onError(error));
}

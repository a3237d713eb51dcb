/** The thread that draws rounds. A large night takes a second of a processor, in which the process could serve no other request. */
import { parentPort } from 'node:worker_threads';
import { drawRounds, type Night, type Round } from '@bandeja/planner';

export interface DrawRequest {
  readonly id: number;
  readonly night: Night;
  readonly kept: readonly Round[];
  readonly standings: readonly number[];
}

export interface DrawAnswer {
  readonly id: number;
  /** A text: the error of a draw that failed. */
  readonly rounds: readonly Round[] | string;
}

parentPort?.on('message', ({ id, night, kept, standings }: DrawRequest) => {
  let rounds: DrawAnswer['rounds'];
  try {
    rounds = drawRounds(night, [...kept], [...standings]);
  } catch (error) {
    rounds = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  parentPort?.postMessage({ id, rounds } satisfies DrawAnswer);
});

import { unreachable } from '../exit.ts';
import { isObject, type JsonObject, numberOf, objectOf } from '../json-value.ts';
import { type Client, readJson } from './client.ts';
import { Refusal } from './refusal.ts';

/** How far the service is with a task; `total` is null as long as others are at work first. */
export interface TaskProgress {
  readonly done: number;
  readonly total: number | null;
}

/** Who waits for a task. */
export interface TaskWatcher {
  readonly onProgress: (progress: TaskProgress) => void;
  /** Ends the waiting, and with the connection the task. */
  readonly signal: AbortSignal;
}

/**
 * Has the service do a task that takes long.
 * @param path of the task, which is a POST without a body.
 * @returns its result.
 * @throws the reason of the signal as soon as that fires.
 * @throws {Refusal} when the service refused it, at once or on its way. @throws {CommandFailure} when the service cannot be
 *   reached, or the answer was cut off.
 */
export async function doLongTask(
  client: Client,
  path: string,
  { onProgress, signal }: TaskWatcher,
): Promise<JsonObject> {
  const onLine = (line: string): void => {
    const { progress } = objectOf(readJson(line));
    if (isObject(progress)) onProgress({ done: numberOf(progress['done']) ?? 0, total: numberOf(progress['total']) });
  };
  const { body } = await client.request('POST', path, { onLine, cutOff: signal });
  const { result, problem } = objectOf(body);
  if (isObject(result)) return result;
  if (!isObject(problem)) throw unreachable(`${client.address} broke off its answer. Try again.`);
  throw new Refusal(numberOf(problem['status']) ?? 500, problem, null, client.credential);
}

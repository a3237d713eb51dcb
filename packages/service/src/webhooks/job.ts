import { setTimeout as sleep } from 'node:timers/promises';
import type { DisabledByService } from '@bandeja/contract/events';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { claimMessages, type Message, type SentAttempt, saveAttempts, sendMessage } from './deliver.ts';
import type { Sender } from './sender.ts';

const EVERY_MS = 2_000;
const POKED_MS = 100;
/** Concurrent messages per process. */
const IN_FLIGHT_MAX = 256;
/** How long a stop waits for messages in flight. After that, they are released, and another process may send them again. */
const STOP_WAIT_MS = 3_000;

/**
 * Delivers events to webhook endpoints. Each step saves finished attempts, queues new events, and claims due deliveries. It does not
 * wait for its messages: a later step saves their results.
 */
export function webhooksJob(
  context: Context,
  sender: Sender,
  onDisabled: (endpointId: string, reason: DisabledByService) => void,
  everyMs = EVERY_MS,
): Job {
  const inFlight = new Map<Message, Promise<void>>();
  let ended: SentAttempt[] = [];

  const start = (message: Message): void => {
    const sending = sendMessage(sender, message).then((attempt) => {
      // Unless close() has released it.
      if (inFlight.delete(message)) ended.push(attempt);
    });
    inFlight.set(message, sending);
  };

  const save = async (): Promise<void> => {
    // More may finish during the save.
    const attempts = [...ended];
    if (attempts.length === 0) return;
    const disabled = await saveAttempts(context, attempts);
    ended = ended.slice(attempts.length);
    for (const { id, reason } of disabled) onDisabled(id, reason);
  };

  return {
    name: 'webhooks',
    everyMs,
    pokedMs: POKED_MS,
    async run(stopping) {
      await save();
      const { messages, isMore } = await claimMessages(context, IN_FLIGHT_MAX - inFlight.size);
      messages.forEach(start);
      if (inFlight.size > 0) {
        await Promise.race([...inFlight.values(), sleep(POKED_MS, undefined, { signal: stopping }).catch(() => {})]);
      }
      return isMore || inFlight.size > 0 || ended.length > 0 ? 'more' : 'idle';
    },
    async close() {
      const finished = Promise.all(inFlight.values());
      await Promise.race([finished, sleep(STOP_WAIT_MS, undefined, { ref: false })]);
      for (const message of inFlight.keys()) {
        ended.push({ delivery: message.delivery, at: 0, event: null, end: { kind: 'released' } });
      }
      inFlight.clear();
      // Claims that cannot be released expire.
      await save().catch(() => {});
    },
  };
}

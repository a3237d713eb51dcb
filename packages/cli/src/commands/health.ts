import { pathOf } from '../api/client.ts';
import { command } from '../command.ts';
import { type JsonObject, listOf } from '../json-value.ts';
import { printable } from '../terminal.ts';

/** `bandeja health` */
export const health = command({
  use: 'health',
  routes: ['GET /health/ready'],
  summary: 'is the service there, and ready?',
  description: 'Ask whether the service is ready. Needs no key.',
  examples: ['health'],
  exitCodes: '0 it is ready, 3 it is not, or cannot be reached.',
  run: async (call) => {
    const client = call.anyone;
    call.show(await client.get(pathOf('health', 'ready')), (body) => readyText(client.address, body));
  },
});

function readyText(address: string, { failing_upkeep }: JsonObject): string {
  const failing = listOf(failing_upkeep).map(String);
  const trouble =
    failing.length === 0 ? '' : ` Upkeep that fails and is tried again: ${printable(failing.join(', '))}.`;
  return `${address} is ready.${trouble}\n`;
}

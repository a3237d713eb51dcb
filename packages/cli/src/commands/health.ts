import { command } from '../command.ts';
import { printable } from '../terminal.ts';

/** `bandeja health` */
export const health = command({
  use: 'health',
  routes: ['GET /health/ready'],
  description: 'Check that the service is ready. Needs no key.',
  examples: ['health'],
  exitCodes: '0: the service is ready; 3: it is not ready, or cannot be reached',
  run: async (call) => {
    const { url } = call.connection;
    call.show(await call.anyone.service.ready(), ({ failing_upkeep: failing = [] }) => {
      const trouble =
        failing.length === 0 ? '' : ` Upkeep that fails and is retried: ${printable(failing.join(', '))}.`;
      return `${url} is ready.${trouble}\n`;
    });
  },
});

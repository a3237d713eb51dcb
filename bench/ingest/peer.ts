import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts the peer as a process of its own. */
export async function startPeer(databaseUrl: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [new URL('../peer/server.ts', import.meta.url).pathname], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    url: line.trim(),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

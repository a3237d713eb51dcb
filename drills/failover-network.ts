/** The network between the machines of a cluster and the services: a bridge that can lose the packets between two addresses. */
import { spawnSync } from 'node:child_process';

export const BRIDGE = 'bandeja0';
const FILTER = ['bridge', 'bandeja'];

/** Runs a command. @throws with its output if it fails */
export function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** @param addresses its own, for what runs outside the machines */
export function makeBridge(addresses: readonly string[]): void {
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  for (const address of addresses) run('ip', 'addr', 'add', `${address}/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
  run('nft', 'add', 'table', ...FILTER);
  run('nft', 'add', 'set', ...FILTER, 'lost', '{ type ipv4_addr . ipv4_addr; }');
  // The packets of machines pass the first hook, and those of the bridge's own addresses the second.
  for (const hook of ['prerouting', 'output']) {
    run('nft', 'add', 'chain', ...FILTER, hook, `{ type filter hook ${hook} priority 0; }`);
    run('nft', 'add', 'rule', ...FILTER, hook, 'ip saddr . ip daddr @lost drop');
  }
}

/** Loses the packets from one address to the others, or passes them on again. A route that drops them would report it to the sender. */
export function lose(from: string, others: readonly string[], isLost: boolean, isOneWay = false): void {
  const pairs = others.flatMap((other) => [`${from} . ${other}`, ...(isOneWay ? [] : [`${other} . ${from}`])]);
  run('nft', isLost ? 'add' : 'delete', 'element', ...FILTER, 'lost', `{ ${pairs.join(', ')} }`);
}

/** What removes everything; each may fail if it was not made. */
export const removals: readonly (() => void)[] = [
  () => run('ip', 'link', 'del', BRIDGE),
  () => run('nft', 'delete', 'table', ...FILTER),
];

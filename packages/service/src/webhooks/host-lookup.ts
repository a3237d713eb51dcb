/** Looking up the names of receivers. */
import { lookup, Resolver } from 'node:dns/promises';

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name. @throws {DnsFailure} */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>;

export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';
}

/** A name leads to an address that webhooks are not sent to. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Two tries of this long end before the time to connect does. */
const QUERY_MS = 1_500;

/**
 * Asks DNS servers without a thread. The system's own look-up takes one of the process's few threads for as long as a name's
 * servers are silent, so a few such names would delay all other receivers.
 */
export const resolvePublic: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const of = (result: PromiseSettledResult<string[]>, family: 4 | 6): HostAddress[] =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  return [...of(ipv4, 4), ...of(ipv6, 6)];
};

/** The system's look-up, which knows the names of this machine and its network (`localhost`, /etc/hosts). */
export const resolveLocal: Resolve = async (hostname) => {
  try {
    return (await lookup(hostname, { all: true })) as HostAddress[];
  } catch (error) {
    throw new DnsFailure(`${hostname} could not be looked up`, { cause: error });
  }
};

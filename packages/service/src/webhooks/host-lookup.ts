/** Resolves host names of receivers. */
import { lookup, Resolver } from 'node:dns/promises';

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns all addresses of a name. @throws {DnsFailure} */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>;

export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';
}

/** A name resolves to an address that webhooks must not be sent to. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Timeout of a query. Two queries end before the timeout to connect. */
const QUERY_MS = 1_500;

/**
 * Queries DNS servers without a thread. The system's resolver blocks one of the process's few threads while the servers of a name are
 * silent, so a few such names would delay all other receivers.
 */
export const resolvePublic: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const of = (result: PromiseSettledResult<string[]>, family: 4 | 6): HostAddress[] =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  return [...of(ipv4, 4), ...of(ipv6, 6)];
};

/** Uses the system's resolver, which knows the names of this machine and its network (`localhost`, /etc/hosts). */
export const resolveLocal: Resolve = async (hostname) => {
  try {
    return (await lookup(hostname, { all: true })) as HostAddress[];
  } catch (error) {
    throw new DnsFailure(`${hostname} could not be looked up`, { cause: error });
  }
};

/**
 * Which addresses webhooks may be sent to: those that are reachable from the whole internet, by the registries of special-purpose
 * addresses (RFC 6890 and its successors at IANA). Anything else would let a partner have the service call into its own network.
 */
import { BlockList, isIP } from 'node:net';

const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // This network; Linux connects to itself.
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // Shared by the customers of a provider (CGNAT).
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // Link-local; clouds answer with credentials here.
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24], // The old relays from IPv6.
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within what is public otherwise. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // Teredo, whose addresses contain others, and protocols.
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: an IPv4 address is inside.
  ['3fff::', 20],
];

/** An IPv4 address stands in the last 32 bits (RFC 6052). */
const NAT64 = { prefix: '64:ff9b::', length: 96 } as const;

const special = new BlockList();
const nat64 = new BlockList();
const publicIpv6 = new BlockList();

for (const [address, length] of SPECIAL_IPV4) {
  special.addSubnet(address, length, 'ipv4');
  special.addSubnet(`${NAT64.prefix}${address}`, NAT64.length + length, 'ipv6');
}
for (const [address, length] of SPECIAL_IPV6) special.addSubnet(address, length, 'ipv6');
nat64.addSubnet(NAT64.prefix, NAT64.length, 'ipv6');
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** An IPv4 address that is written as IPv6 is judged as IPv4 by BlockList, but is none that is public by itself. */
const MAPPED_IPV4 = /^::ffff:/i;

/** Whether an address is anything but a public one. A text that is no address is not public. */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return special.check(address, 'ipv4');
    case 6: {
      // A zone is of this machine's links.
      if (address.includes('%') || MAPPED_IPV4.test(address)) return true;
      if (!publicIpv6.check(address, 'ipv6') && !nat64.check(address, 'ipv6')) return true;
      return special.check(address, 'ipv6');
    }
    default:
      return true;
  }
}

/**
 * Allows webhooks only to public addresses, by IANA's registries of special-purpose addresses (RFC 6890). Otherwise a partner could
 * make the service send requests into its operator's network (SSRF).
 */
import { BlockList, isIP } from 'node:net';

const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // This network: Linux connects to the local machine.
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // Carrier-grade NAT.
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // Link-local: clouds serve credentials here.
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24], // Deprecated 6to4 relays.
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Exceptions within the public range 2000::/3. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // IETF protocols, such as Teredo, whose addresses contain IPv4 addresses.
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: contains an IPv4 address.
  ['3fff::', 20],
];

/** The last 32 bits are an IPv4 address (RFC 6052). */
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

/** IPv4-mapped addresses are never public. BlockList would check them as IPv4. */
const MAPPED_IPV4 = /^::ffff:/i;

/** True for every address that is not public, and for any text that is not an address. */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return special.check(address, 'ipv4');
    case 6: {
      // A zone index means link-local.
      if (address.includes('%') || MAPPED_IPV4.test(address)) return true;
      if (!publicIpv6.check(address, 'ipv6') && !nat64.check(address, 'ipv6')) return true;
      return special.check(address, 'ipv6');
    }
    default:
      return true;
  }
}

/** Of 16 bytes the first six are the time. */
export const REST_BYTES = 10;

/**
 * A UUID that begins with an instant, so that what came together lies together in every index (RFC 9562).
 * @param version 7 where the rest is chance (section 5.7), 8 where it is not (5.8).
 * @param at ms since 1970, the first 48 bits.
 * @param rest the other bytes, {@link REST_BYTES} of them; version and variant are set over six of their bits.
 * @returns lower-case text.
 */
export function timeOrderedUuid(version: 7 | 8, at: number, rest: Uint8Array): string {
  const bytes = Buffer.alloc(6 + REST_BYTES);
  bytes.writeUIntBE(at, 0, 6);
  bytes.set(rest, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

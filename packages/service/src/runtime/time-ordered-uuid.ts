/** A UUID has 16 bytes. The first six are the time. */
export const REST_BYTES = 10;

/**
 * A UUID that starts with an instant, so that rows created together are adjacent in every index (RFC 9562).
 * @param version 7 if the rest is random (section 5.7), 8 if it is not (section 5.8)
 * @param at ms since 1970, the first 48 bits
 * @param rest the other {@link REST_BYTES} bytes; version and variant overwrite six of their bits
 * @returns lower-case text
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

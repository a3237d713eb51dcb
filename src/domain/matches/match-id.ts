import { createHash } from 'node:crypto';

/**
 * The id of a match: a UUIDv8 (RFC 9562, section 5.8) of 48 bits of `playedAt` in milliseconds, as first submitted, and the
 * first ten bytes of SHA-256 over the partner's id as lower-case text, a zero byte and the `external_ref` in UTF-8, with
 * version and variant set over them. So the same submissions into an empty database get the same ids, and ids run in the
 * order of play.
 */
export function matchId(partnerId: string, externalRef: string, playedAt: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(playedAt, 0, 6);
  createHash('sha256').update(partnerId).update('\0').update(externalRef, 'utf8').digest().copy(bytes, 6, 0, 10);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

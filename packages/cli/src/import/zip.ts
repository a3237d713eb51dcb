/** Zip archives, of which a workbook is one. The sizes that an archive claims are never trusted. */
import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;
/** A comment may follow the end. */
const COMMENT_MAX = 0xffff;

/**
 * Unpacks the entries with these paths.
 * @param bytesMax of all of them together
 * @returns null if they are larger
 * @throws for bytes that are not a zip archive
 */
export function unzip(
  archive: Buffer,
  isWanted: (path: string) => boolean,
  bytesMax: number,
): ReadonlyMap<string, Buffer> | null {
  const end = endOf(archive);
  const entries = new Map<string, Buffer>();
  let left = bytesMax;
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the archive is damaged.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const nameAt = at + ENTRY_BYTES;
    const path = archive.toString('utf8', nameAt, nameAt + (nameLength ?? 0));
    if (isWanted(path)) {
      const content = contentOf(archive, at, left);
      if (content === null) return null;
      left -= content.length;
      entries.set(path, content);
    }
    at = nameAt + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

function endOf(archive: Buffer): number {
  for (let at = archive.length - END_BYTES; at >= Math.max(0, archive.length - END_BYTES - COMMENT_MAX); at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new Error('The archive has no directory.');
}

/** The content of an entry; null if it has more bytes than these. */
function contentOf(archive: Buffer, entry: number, bytesMax: number): Buffer | null {
  const local = archive.readUInt32LE(entry + 42);
  const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  if (archive.readUInt16LE(entry + 10) !== DEFLATED) return packed.length > bytesMax ? null : packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) });
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

/** A zip archive without compression. */
export function zip(files: Iterable<readonly [path: string, content: Buffer]>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, rest, name]));
    parts.push(local, content);
    offset += local.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Zip archives, of which a workbook is one. The sizes that an archive claims are never trusted. */
import { crc32, inflateRaw } from '#platform';
import { joined } from './streams.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const VERSION = 20;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;
/** A comment may follow the end. */
const COMMENT_MAX = 0xffff;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Unpacks the entries with these paths.
 * @param bytesMax of all of them together
 * @returns null if they are larger
 * @throws for bytes that are not a zip archive
 */
export async function unzip(
  archive: Uint8Array,
  isWanted: (path: string) => boolean,
  bytesMax: number,
): Promise<ReadonlyMap<string, Uint8Array> | null> {
  const view = viewOf(archive);
  const end = endOf(view);
  const entries = new Map<string, Uint8Array>();
  let left = bytesMax;
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('The directory of the archive is damaged.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const nameAt = at + ENTRY_BYTES;
    const path = new TextDecoder().decode(archive.subarray(nameAt, nameAt + (nameLength ?? 0)));
    if (isWanted(path)) {
      const content = await contentOf(archive, at, left);
      if (content === null) return null;
      left -= content.length;
      entries.set(path, content);
    }
    at = nameAt + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Error('The archive has no directory.');
}

/** The content of an entry; null if it has more bytes than these. */
async function contentOf(archive: Uint8Array, entry: number, bytesMax: number): Promise<Uint8Array | null> {
  const view = viewOf(archive);
  const local = view.getUint32(entry + 42, true);
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = archive.subarray(start, start + view.getUint32(entry + 20, true));
  if (view.getUint16(entry + 10, true) === DEFLATED) return await inflateRaw(packed, bytesMax);
  return packed.length > bytesMax ? null : packed;
}

/** A zip archive without compression. */
export function zip(files: Iterable<readonly [path: string, content: Uint8Array]>): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path);
    const common = record(26, [
      [VERSION, 0, 2],
      [crc32(content), 10, 4],
      [content.length, 14, 4],
      [content.length, 18, 4],
      [name.length, 22, 2],
    ]);
    const local = joined([record(4, [[LOCAL, 0, 4]]), common, name]);
    const marks = record(6, [
      [ENTRY, 0, 4],
      [VERSION, 4, 2],
    ]);
    directory.push(joined([marks, common, record(14, [[offset, 10, 4]]), name]));
    parts.push(local, content);
    offset += local.length + content.length;
  }
  const central = joined(directory);
  const end = record(END_BYTES, [
    [END, 0, 4],
    [directory.length, 8, 2],
    [directory.length, 10, 2],
    [central.length, 12, 4],
    [offset, 16, 4],
  ]);
  return joined([...parts, central, end]);
}

type NumberField = readonly [value: number, at: number, bytes: 2 | 4];

/** A record of this size with these numbers; all other bytes are 0. */
function record(size: number, numbers: readonly NumberField[]): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = viewOf(bytes);
  for (const [value, at, width] of numbers) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return bytes;
}

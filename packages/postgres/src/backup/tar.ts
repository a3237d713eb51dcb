/** Archives in the POSIX format (ustar), which every `tar` reads. Only regular files and folders; paths up to 100 bytes. */

const BLOCK = 512;
/** An archive ends with two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

export interface TarEntry {
  /** Uses forward slashes. The path of a folder ends with one. */
  readonly path: string;
  /** In bytes; 0 for a folder. */
  readonly size: number;
}

export const isFolder = ({ path }: TarEntry): boolean => path.endsWith('/');

/** The block before an entry's content. Its mode lets only the owner read the unpacked file. */
export function tarHeader(entry: TarEntry, modifiedMs: number): Buffer {
  if (Buffer.byteLength(entry.path) > 100) throw new Error(`the path ${entry.path} is longer than 100 bytes`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  header.write(entry.path, 0);
  octal(isFolder(entry) ? 0o700 : 0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(entry.size, 124, 12);
  octal(Math.floor(modifiedMs / 1000), 136, 12);
  header.write(isFolder(entry) ? '5' : '0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** The padding after content of this size, up to the next block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** In the sum, the checksum field counts as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** @returns null for an empty block, which ends an archive. @throws {Error} if the block isn't a header. */
function readHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (at: number, length: number): string => block.toString('utf8', at, at + length).split('\0', 1)[0] ?? '';
  const octal = (at: number, length: number): number => Number.parseInt(text(at, length).trim(), 8);
  if (octal(148, 8) !== checksum(block) || text(257, 5) !== 'ustar') throw new Error('the file is not a backup');
  return { path: text(0, 100), size: octal(124, 12) };
}

/**
 * Reads an archive from start to end.
 * @param open called with each entry in turn; must read its content completely.
 * @throws {Error} if the bytes are not an archive, or are truncated.
 */
export async function readTar(
  bytes: AsyncIterable<Buffer>,
  open: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new BlockReader(bytes);
  for (;;) {
    const entry = readHeader(await reader.read(BLOCK));
    if (entry === null) return reader.skipRest();
    await open(entry, reader.content(entry.size));
    await reader.read(tarPadding(entry.size).length);
  }
}

class BlockReader {
  readonly #source: AsyncIterator<Buffer>;
  #piece: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async read(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.content(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async *content(length: number): AsyncIterable<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#piece.length === 0) await this.#next();
      const taken = this.#piece.subarray(0, left);
      this.#piece = this.#piece.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }

  /** Reads to the end, so that gzip verifies its checksum. */
  async skipRest(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  async #next(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done === true) throw new Error('the file is truncated');
    this.#piece = value;
  }
}

import fs from 'node:fs';

/** Two segments of the write-ahead log. With less, the embedded database may stop at the next one that it makes. */
const ROOM_MIN_BYTES = 32 * 2 ** 20;

/** Whether the disk of a directory has enough room for the embedded database to go on. */
export function hasRoom(directory: string): boolean {
  return (freeBytesOf(directory) ?? ROOM_MIN_BYTES) >= ROOM_MIN_BYTES;
}

/** Room on the disk of a directory; null if the directory is not there, which is another fault. */
export function freeBytesOf(directory: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Whether the text of a failure says that there was no room on the disk. */
export function isDiskFullMessage(message: string): boolean {
  return /no space left on device|disk is full|ENOSPC|EDQUOT|quota exceeded/i.test(message);
}

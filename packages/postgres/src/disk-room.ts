import fs from 'node:fs';

/** Two segments of the write-ahead log. With less, the embedded database may stop when it creates the next one. */
const ROOM_MIN_BYTES = 32 * 2 ** 20;

/** Whether a directory's disk has enough space for the embedded database to run. */
export function hasRoom(directory: string): boolean {
  return (freeBytesOf(directory) ?? ROOM_MIN_BYTES) >= ROOM_MIN_BYTES;
}

/** Free space on a directory's disk. Null if the directory is missing; the caller detects that elsewhere. */
export function freeBytesOf(directory: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Whether an error message reports a full disk. */
export function isDiskFullMessage(message: string): boolean {
  return /no space left on device|disk is full|ENOSPC|EDQUOT|quota exceeded/i.test(message);
}

import fs from 'node:fs';
import path from 'node:path';

/** Flushes a folder to disk; if `isDeep`, also everything in it. */
export function syncTree(folder: string, { isDeep = true }: { readonly isDeep?: boolean } = {}): void {
  if (isDeep) {
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      syncPath(path.join(entry.parentPath, entry.name));
    }
  }
  syncPath(folder);
}

function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

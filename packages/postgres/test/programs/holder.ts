/** Holds a data directory until it is killed. Usage: node holder.ts DATA_DIR */
import { writeSync } from 'node:fs';
import { openDataDirectory } from '../../src/data-directory.ts';

await openDataDirectory(process.argv[2] ?? '');
writeSync(1, 'holding\n');
setInterval(() => {}, 60_000);

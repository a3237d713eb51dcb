import { fileURLToPath } from 'node:url';

export const MIGRATIONS_DIRECTORY: string = fileURLToPath(new URL('../migrations', import.meta.url));

import { fileURLToPath } from 'node:url';

/** The migrations of the service's schema. */
export const MIGRATIONS_DIRECTORY: string = fileURLToPath(new URL('../migrations', import.meta.url));

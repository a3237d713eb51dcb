import { postgresDatabase } from '../src/postgres.ts';
import { databaseSuite } from './conformance.ts';
import { createDatabase } from './support/postgres.ts';

const open = async () => postgresDatabase({ url: (await createDatabase()).url });
databaseSuite({ name: 'PostgreSQL', open, singleConnection: null });

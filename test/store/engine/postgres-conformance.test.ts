import { postgresDatabase } from '../../../src/store/engine/postgres.ts';
import { createDatabase } from '../../support/postgres.ts';
import { databaseSuite } from './conformance.ts';

const open = async () => postgresDatabase({ url: (await createDatabase()).url });
databaseSuite({ name: 'PostgreSQL', open, singleConnection: null });

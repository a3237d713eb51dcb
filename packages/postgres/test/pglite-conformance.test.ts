import { databaseSuite } from './conformance.ts';
import { openPgliteInMemory } from './support/pglite.ts';

const open = () => openPgliteInMemory(null);
databaseSuite({ name: 'PGlite', open, singleConnection: 'PGlite has one connection, so transactions cannot overlap' });

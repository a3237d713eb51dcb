import { openPgliteInMemory } from '../../support/pglite.ts';
import { databaseSuite } from './conformance.ts';

const open = () => openPgliteInMemory('empty');
databaseSuite({ name: 'PGlite', open, singleConnection: 'PGlite has one connection, so transactions cannot overlap' });

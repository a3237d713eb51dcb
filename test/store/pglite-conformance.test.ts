import { openPglite } from '../../src/store/pglite.ts';
import { databaseSuite } from './conformance.ts';

const open = () => openPglite({ directory: null });
databaseSuite({ name: 'PGlite', open, singleConnection: 'PGlite has one connection, so transactions cannot overlap' });

export { getSessionRecap } from './get-recap.ts';
export { recapOf, type SessionRecap } from './recap.ts';

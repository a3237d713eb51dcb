export { getSessionRecap } from './get-recap.ts';
export { listSessions, type SessionKey, type SessionSummary } from './list.ts';
export { recapOf, type SessionRecap } from './recap.ts';

export { getSessionRecap } from './get-recap.ts';
export { listSessions, type SessionSummary } from './list.ts';
export { Recap, type SessionRecap } from './recap.ts';

export { SESSION_MATCHES_MAX } from '../../store/sessions.ts';
export { getSessionRecap } from './get-recap.ts';
export { listSessions, type SessionSummary } from './list.ts';
export { recapOf, type SessionRecap } from './recap.ts';

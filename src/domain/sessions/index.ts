/** Sessions: the matches of a club night, listed and summed up. */
export { getSessionPoster, getSessionRecap, type SessionPoster } from './get-recap.ts';
export { listSessions } from './list.ts';
export { rankings } from './ranking.ts';
export { Recap } from './recap.ts';
export { SessionRecap, SessionSummary } from './shapes.ts';

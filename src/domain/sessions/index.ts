/** Sessions: the matches of a club night, listed and summed up. */
export { getSessionRecap } from './get-recap.ts';
export { listSessions } from './list.ts';
export { rankings } from './ranking.ts';
export { Recap } from './recap.ts';
export { SessionRecap, SessionSummary } from './shapes.ts';

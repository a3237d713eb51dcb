/** Single values of a file: times, scores, cells. A second door, for commands that read no file and should start fast. */
export { isClock, isTimezone, localTime, readInstant, type Zone } from './cells/clock.ts';
export { formatScore, readScore, type SetGames } from './cells/score.ts';
export { winnerOf } from './cells/winner.ts';

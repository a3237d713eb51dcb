export { currentSteepness } from './current.ts';

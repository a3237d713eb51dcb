/**
 * The planner of club nights. This file lists everything that other packages may use. The functions are pure: they read no
 * clock, no file and no random number but those that follow from the seed.
 *
 * 1. Check the settings: `checkNight`.
 * 2. Draw the unplayed rounds: `drawRounds`.
 * 3. Show how fair it is: `certificateOf`. Its sentences have codes and values; `sentenceValues` lists all of them.
 */
export { type Certificate, certificateOf, type GivenWay, rulesThatGiveWay } from './certificate.ts';
export { checkNight, type NightFault } from './check.ts';
export { drawRounds } from './draw.ts';
export { type Format, formats, type Lineup, type Night, type NightPlayer, type Pair, type Round } from './night.ts';
export { type Sentence, type SentenceCode, sentenceValues } from './sentences.ts';

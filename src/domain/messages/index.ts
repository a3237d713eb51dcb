/**
 * What the service says to players and coaches: every sentence is a message with named values, in each language. What it says to
 * engineers, such as errors, is English and stands where it is said.
 */
export { DEFAULT_LANGUAGE, type Language, languages, locales } from './languages.ts';
export { numberWriter } from './numbers.ts';
export { type MessageCode, type MessageValues, say, type Told, tell, withNulls } from './say.ts';

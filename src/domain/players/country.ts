// The package's index would load all subdivisions of all countries, too.
import { iso31661 } from 'iso-3166/1.js';

/** The two-letter codes that ISO 3166-1 assigns to countries, in upper case, sorted. */
export const countryCodes: readonly string[] = iso31661.map((country) => country.alpha2).sort();

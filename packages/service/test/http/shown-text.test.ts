import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NewKey } from '@bandeja/contract/keys';
import { BatchEnvelope, MatchAmendment, MatchSubmission, VoidRequest } from '@bandeja/contract/match-bodies';
import { NewPartner, PartnerPatch } from '@bandeja/contract/partners';
import { PlayerPatch, Registration } from '@bandeja/contract/players';
import { RosterPut } from '@bandeja/contract/rosters';
import { isShownText } from '@bandeja/contract/shown-text';
import { faultsOf, listed } from '../../src/validation/faults-of.ts';

const shown = [
  'Ana',
  ' Ana ',
  'José María',
  'e\u0301',
  '李娜',
  '🎾',
  '👨\u200d👩\u200d👧',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  // A Persian name with a zero-width non-joiner, and a Hebrew one beside Latin letters with a right-to-left mark.
  'علی\u200cرضا',
  'שרה\u200f (B)',
  '\u061cمحمد',
  '.',
  'one\ntwo',
  '\u0001Ana',
];

const refused: readonly (readonly [string, string])[] = [
  ['a space', ' '],
  ['white space of several kinds', '\u0009\u00a0\u1680\u2003\u2028\u202f\u205f\u3000\u0085'],
  ['a zero-width space', '\u200b'],
  ['joiners and a byte order mark', '\u200c\u200d\u2060\ufeff'],
  ['marks of direction alone', '\u200e\u200f\u061c'],
  ['fillers of Hangul', '\u115f\u1160\u3164\uffa0'],
  ['a soft hyphen', '\u00ad'],
  ['variation selectors and tags', '\ufe0f\u{E0100}\u{E0041}'],
  ['a blank of Braille', '\u2800'],
  ['an empty note of music', '\u{1D159}'],
  ['controls', '\u0001\u001b\u007f'],
  ...[...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].map(
    (character) => [`U+${character.charCodeAt(0).toString(16).toUpperCase()} in it`, `Ana${character}Bea`] as const,
  ),
];

describe('a text that people are shown', () => {
  for (const text of shown) test(`may be ${JSON.stringify(text)}`, () => assert.ok(isShownText(text)));
  for (const [name, text] of refused) test(`is not ${name}`, () => assert.ok(!isShownText(text)));
});

describe('every text that is shown has one fault if it cannot be shown, which names the rule', () => {
  const fields = [
    [Registration, 'display_name'],
    [PlayerPatch, 'display_name'],
    [RosterPut, 'name'],
    [NewPartner, 'name'],
    [PartnerPatch, 'name'],
    [NewKey, 'name'],
    [MatchSubmission, 'venue_label'],
    [MatchAmendment, 'venue_label'],
    [BatchEnvelope, 'venue_label'],
    [VoidRequest, 'reason'],
  ] as const;
  for (const [shape, field] of fields) {
    const title = (shape as { 'x-component'?: string })['x-component'];
    test(`${title}.${field}`, () => {
      for (const text of ['\u00a0', '\u200b', 'Ana\u202e', '\u0000']) {
        const faults = listed(faultsOf(shape, { [field]: text }));
        const [fault, ...others] = faults.filter(({ pointer }) => pointer === `/${field}`);
        assert.deepEqual([fault?.code, others], ['bad_format', []]);
        assert.match(fault?.detail ?? '', /visible character, and without U\+202A–U\+202E/);
      }
    });
  }
});

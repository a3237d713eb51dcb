import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { matchId } from '../../src/matches/decide.ts';

const PARTNER = '0190a0b0-1111-7222-8333-444455556666';
const PLAYED_AT = Date.UTC(2026, 4, 1, 19, 10);

const aPartner = fc.uuid();
const aReference = fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme' });
/** 1970 to 9999, the years that an instant can be written in. */
const anInstant = fc.integer({ min: 0, max: 253_402_300_799_999 });

describe('The id of a match', () => {
  test('is the one in the example of the contract', () => {
    assert.equal(matchId(PARTNER, 'night-42-m7', PLAYED_AT), '019de4f2-a340-8f34-a99b-71224f08972d');
  });

  test('is made of the instant, then of SHA-256 over partner, zero byte and reference', () => {
    fc.assert(
      fc.property(aPartner, aReference, anInstant, (partner, reference, playedAt) => {
        const digest = createHash('sha256').update(`${partner}\0${reference}`).digest('hex');
        const hex = matchId(partner, reference, playedAt).replaceAll('-', '');
        assert.equal(hex.slice(0, 12), playedAt.toString(16).padStart(12, '0'));
        // Six bits are not the digest's: four of the version and two of the variant.
        assert.equal(hex.slice(13, 16), digest.slice(1, 4));
        assert.equal(Number.parseInt(hex.slice(16, 17), 16) & 0b0011, Number.parseInt(digest.slice(4, 5), 16) & 0b0011);
        assert.equal(hex.slice(17), digest.slice(5, 20));
      }),
    );
  });

  test('is a lower-case UUID of version 8 and variant 10', () => {
    fc.assert(
      fc.property(aPartner, aReference, anInstant, (partner, reference, playedAt) => {
        assert.match(
          matchId(partner, reference, playedAt),
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  test('sorts in the order of play', () => {
    fc.assert(
      fc.property(aPartner, aReference, aReference, anInstant, anInstant, (partner, one, other, a, b) => {
        fc.pre(a !== b);
        const [earlier, later] = a < b ? [a, b] : [b, a];
        assert.ok(matchId(partner, one, earlier) < matchId(partner, other, later));
      }),
    );
  });

  test('differs between partners, references and instants, and references are compared byte by byte', () => {
    const ids = [
      matchId(PARTNER, 'm1', PLAYED_AT),
      matchId(PARTNER, 'm1 ', PLAYED_AT),
      matchId(PARTNER, 'M1', PLAYED_AT),
      matchId(PARTNER, 'm1', PLAYED_AT + 1),
      matchId('0190a0b0-1111-7222-8333-444455556667', 'm1', PLAYED_AT),
      matchId(PARTNER, '\u00e9', PLAYED_AT),
      matchId(PARTNER, 'e\u0301', PLAYED_AT),
    ];
    assert.equal(new Set(ids).size, ids.length);
  });

  test('contains all 48 bits of its instant', () => {
    assert.match(matchId(PARTNER, 'm1', 0), /^00000000-0000-8/);
    assert.match(matchId(PARTNER, 'm1', 2 ** 48 - 1), /^ffffffff-ffff-8/);
  });
});

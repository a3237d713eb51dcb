import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { keyModes } from '@bandeja/contract/account-enums';
import { anyCharacter } from '@bandeja/postgres/test/support/any-character';
import fc from 'fast-check';
import { makeKey, parseKey } from '../../src/keys/key-format.ts';

const visibleAscii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const anyKey = fc.constantFrom(...keyModes).map((mode) => makeKey(mode).key);

/** The text with what stands from `from` to before `to` replaced. */
const replaced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

describe('the form of a key', () => {
  it('holds mode, public id, secret and checksum', () => {
    for (const mode of keyModes) {
      const { key, publicId } = makeKey(mode);
      assert.match(key, new RegExp(`^bdj_${mode}_${publicId}_[0-9A-Za-z]{38}$`));
      assert.deepEqual(parseKey(key), { mode, publicId });
    }
  });

  it('ends with the CRC-32 of all before it, as six base62 digits', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        let value = 0n;
        for (const character of key.slice(-6)) value = value * 62n + BigInt(base62.indexOf(character));
        assert.equal(value, BigInt(crc32(key.slice(0, -6))));
      }),
    );
  });

  it('never comes twice', () => {
    const keys = new Set(Array.from({ length: 1_000 }, () => makeKey('live').publicId));
    assert.equal(keys.size, 1_000);
  });
});

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a wrong paste is known without a look-up', () => {
  it('if any single character is another visible one', () => {
    const { key } = makeKey('live');
    for (let place = 0; place < key.length; place += 1) {
      for (const character of visibleAscii) {
        if (character !== key[place]) assert.equal(parseKey(replaced(key, place, place + 1, character)), null);
      }
    }
  });

  it('if any single character is any other of Unicode', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(), anyCharacter, (key, n, character) => {
        const place = n % key.length;
        fc.pre(character !== key[place]);
        assert.equal(parseKey(replaced(key, place, place + 1, character)), null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('when a character is missing or doubled', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(), (key, n) => {
        const place = n % key.length;
        assert.equal(parseKey(replaced(key, place, place + 1, '')), null);
        assert.equal(parseKey(replaced(key, place, place, key.charAt(place))), null);
      }),
    );
  });

  it('when two neighbours are swapped', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(), (key, n) => {
        const place = n % (key.length - 1);
        const [first, second] = [key.charAt(place), key.charAt(place + 1)];
        fc.pre(first !== second);
        assert.equal(parseKey(replaced(key, place, place + 2, second + first)), null);
      }),
    );
  });

  it('when there is a blank or a line break around it', () => {
    const { key } = makeKey('live');
    for (const text of [` ${key}`, `${key} `, `${key}\n`, `"${key}"`, '', 'bdj_live'])
      assert.equal(parseKey(text), null);
  });
});

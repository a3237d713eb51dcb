import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import { anyCharacter } from '@bandeja/postgres/test/support/any-character';
import fc from 'fast-check';
import { auditEntry, auditHash, linkAuditEvents } from '../../src/audit/chain.ts';
import type { AuditEvent } from '../../src/audit/events.ts';
import type { ChainHead } from '../../src/audit/store.ts';
import { hashOf } from '../support/audit-chain.ts';

const CLUB = '0190a0b0-1111-7222-8333-444455556666';
const OTHER_CLUB = '0190a0b0-1111-7222-8333-444455556667';
const MATCH = '019de4f2-a340-8f34-a99b-71224f08972d';
const KEY = '9b2f6f0e-4b1a-4b6e-9d4e-2a4b6c8d0e1f';
const ZEROS = '0'.repeat(64);
const empty = (partner_id: string): ChainHead => ({ partner_id, seq: 0, hash: new Uint8Array(32) });

const submitted: AuditEvent = {
  partner_id: CLUB,
  match_id: MATCH,
  at: Date.parse('2026-05-01T20:06:12.345Z'),
  action: 'submitted',
  actor: `key:${KEY}`,
  revision: 1,
  changes: [
    {
      pointer: '',
      before: null,
      after: { venue_label: 'Peña \u2028"Número 1"\u000f', duration_minutes: 17.5, external_ref: 'night-42-m7' },
    },
  ],
};
const confirmed: AuditEvent = {
  ...submitted,
  at: Date.parse('2026-05-02T08:00:00Z'),
  action: 'confirmed',
  revision: 2,
  changes: [{ pointer: '/status', before: 'pending', after: 'completed' }],
};

const link = (...events: readonly AuditEvent[]): AuditEntry[] =>
  linkAuditEvents(events, new Map([CLUB, OTHER_CLUB].map((id) => [id, empty(id)]))).map(auditEntry);

describe('The hash of an audit entry', () => {
  // Written by hand after RFC 8785 (names sorted, no blanks, only what must be is escaped), then `sha256sum` of the
  // previous hash and this text.
  const first =
    `{"action":"submitted","actor":"key:${KEY}",` +
    '"at":"2026-05-01T20:06:12.345Z","changes":[{"after":{"duration_minutes":17.5,' +
    '"external_ref":"night-42-m7","venue_label":"Peña \u2028\\"Número 1\\"\\u000f"},"before":null,"pointer":""}],' +
    `"match_id":"${MATCH}","previous_hash":"${ZEROS}","revision":1,"seq":1}`;
  const firstHash = '625caac2c6b3709a83d162e1306df10811ed87e725e0032e021c52d9df357403';
  const second =
    `{"action":"confirmed","actor":"key:${KEY}",` +
    '"at":"2026-05-02T08:00:00.000Z","changes":[{"after":"completed","before":"pending",' +
    `"pointer":"/status"}],"match_id":"${MATCH}","previous_hash":"${firstHash}","revision":2,"seq":2}`;
  const secondHash = 'da69b65f143d79d4ed6b1be85182efc06bf24f961ec1ef5f9cab9e99d3d1f931';

  test('is SHA-256 of the previous hash and the canonical JSON of the entry without its hash', () => {
    const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
    assert.equal(sha256(ZEROS + first), firstHash);
    assert.equal(sha256(firstHash + second), secondHash);
    assert.deepEqual(
      link(submitted, confirmed).map(({ previous_hash, hash }) => [previous_hash, hash]),
      [
        [ZEROS, firstHash],
        [firstHash, secondHash],
      ],
    );
  });

  test('is what anybody computes who has the entry and the description alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.jsonValue(), fc.nat(), (pointer, after, revision) => {
        fc.pre(pointer.isWellFormed() && JSON.stringify(after).isWellFormed());
        const [entry] = link({ ...submitted, revision, changes: [{ pointer, before: null, after }] });
        assert.ok(entry !== undefined);
        assert.equal(hashOf(entry), entry.hash);
      }),
    );
  });

  test('changes with every member of the entry', () => {
    const [entry] = link(submitted);
    assert.ok(entry !== undefined);
    const { hash, ...unhashed } = entry;
    const others = [
      { ...unhashed, seq: 2 },
      { ...unhashed, match_id: CLUB },
      { ...unhashed, at: '2026-05-01T20:06:12.346Z' },
      { ...unhashed, action: 'voided' as const },
      { ...unhashed, actor: 'operator' },
      { ...unhashed, revision: 2 },
      { ...unhashed, changes: [] },
      { ...unhashed, previous_hash: 'f'.repeat(64) },
    ];
    assert.equal(new Set([hash, ...others.map(auditHash)]).size, others.length + 1);
  });
});

describe('A chain', () => {
  test('links each entry to the one before, partner by partner', () => {
    const other = { ...submitted, partner_id: OTHER_CLUB };
    const [one, theirs, two, theirsTwo] = link(submitted, other, confirmed, { ...confirmed, partner_id: OTHER_CLUB });
    assert.deepEqual([one?.seq, two?.seq, theirs?.seq, theirsTwo?.seq], [1, 2, 1, 2]);
    assert.equal(two?.previous_hash, one?.hash);
    assert.equal(theirsTwo?.previous_hash, theirs?.hash);
    assert.equal(theirs?.previous_hash, ZEROS);
  });

  test('continues from its last entry', () => {
    const all = linkAuditEvents([submitted, confirmed], new Map([[CLUB, empty(CLUB)]]));
    const [first] = linkAuditEvents([submitted], new Map([[CLUB, empty(CLUB)]]));
    assert.ok(first !== undefined);
    assert.deepEqual(linkAuditEvents([confirmed], new Map([[CLUB, first]])), all.slice(1));
  });

  test('is not made up for a partner that has none', () => {
    assert.throws(() => linkAuditEvents([submitted], new Map()), /has no audit chain/);
  });
});

import { type Static, Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

export const auditActions = ['submitted', 'answered', 'confirmed', 'amended', 'voided', 'starting_level'] as const;
export type AuditAction = (typeof auditActions)[number];

const AuditChange = named(
  'AuditChange',
  Fields(
    {
      pointer: Type.String({
        description: 'JSON pointer (RFC 6901) to the changed part of the match or player; empty for the whole match.',
        examples: ['/status'],
      }),
      before: Type.Unknown({ description: 'The value before; null if there was none.', examples: ['pending'] }),
      after: Type.Unknown({ description: 'The value after.', examples: ['completed'] }),
    },
    { description: 'One changed part of a match. It identifies players by id only.' },
  ),
);

const sha256 = (description: string) =>
  Type.String({ description, examples: ['5d41402abc4b2a76b9719d911017c592ae1fc5b1c0c3e8b1c5c0dcb5c6e5a5f0'] });

export const AuditEntry = named(
  'AuditEntry',
  Fields(
    {
      seq: Type.Integer({ description: 'Position in the partner’s audit trail, from 1 without gaps.', examples: [1] }),
      match_id: Nullable(
        Uuid({
          description: 'The match; null for a starting level.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      player_id: Type.Optional(
        Uuid({
          description: 'The player of a starting level; other entries do not have this field.',
          examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'],
        }),
      ),
      at: InstantText({ description: 'When it happened.', examples: ['2026-05-01T20:06:12.345Z'] }),
      action: OneOf(auditActions, { description: 'What happened.', examples: ['confirmed'] }),
      actor: Type.String({
        description:
          'Who did it: `key:` and the id of a key, `link:` and the id of a link, `person:` and the id of a person, `operator`, or `service`.',
        examples: ['key:9b2f6f0e-4b1a-4b6e-9d4e-2a4b6c8d0e1f'],
      }),
      revision: Nullable(
        Type.Integer({
          description:
            'The match’s revision after the change. An answer of a player (`answered`) does not raise it. Null for a starting level.',
          examples: [2],
        }),
      ),
      changes: Type.Array(AuditChange, {
        description:
          'The changes. Empty for the starting levels of an erased player: then the hash cannot be computed from the entry.',
      }),
      previous_hash: sha256('The hash of the previous entry; 64 zeros for the first entry.'),
      hash: sha256('SHA-256 of `previous_hash` followed by this entry without `hash`, as canonical JSON (RFC 8785).'),
    },
    { description: 'An entry of the audit trail.' },
  ),
);
export type AuditEntry = Static<typeof AuditEntry>;

export const Erasure = named(
  'Erasure',
  Fields(
    {
      player_id: Uuid({
        description: 'The player’s former id. Matches and audit entries still contain it, but it identifies no player.',
        examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'],
      }),
      partner_id: Uuid({
        description: 'The partner that registered the player.',
        examples: ['0190a0b0-1111-7222-8333-444455556666'],
      }),
      actor: Type.String({
        description:
          'Who did it: `key:` or `person:` and the id of a key or person of that partner, or `operator:` and the name of an operator.',
        examples: ['key:9b2f6f0e-4b1a-4b6e-9d4e-2a4b6c8d0e1f'],
      }),
      at: InstantText({ description: 'When it happened.', examples: ['2026-05-01T20:06:12.345Z'] }),
    },
    { description: 'The record of an erasure. It does not name the player.' },
  ),
);
export type Erasure = Static<typeof Erasure>;

const AuditFault = named(
  'AuditFault',
  Fields(
    {
      partner_id: Nullable(
        Uuid({
          description: 'The partner; null for an erased player without a record of the erasure.',
          examples: ['0190a0b0-1111-7222-8333-444455556666'],
        }),
      ),
      match_id: Nullable(
        Uuid({
          description: 'The match; null for a fault at the end of an audit trail, or in an erasure.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      seq: Nullable(
        Type.Integer({
          description: 'The entry with the fault; null if the fault is in the match itself, or in an erasure.',
          examples: [7],
        }),
      ),
      detail: Type.String({ description: 'The fault.', examples: ['revision differs from the entries'] }),
    },
    { description: 'An inconsistency of the audit trail.' },
  ),
);
export type AuditFault = Static<typeof AuditFault>;

export const AuditVerification = named(
  'AuditVerification',
  Fields(
    {
      partners: Type.Integer({ description: 'Partners whose audit trails were verified.', examples: [12] }),
      entries: Type.Integer({ description: 'Entries in these audit trails.', examples: [4820] }),
      erasures: Type.Integer({ description: 'Erasure records of these partners.', examples: [3] }),
      faults: Type.Array(AuditFault, { description: 'The first 1,000 inconsistencies.' }),
    },
    { description: 'The result of a verification of the audit trail.' },
  ),
);
export type AuditVerification = Static<typeof AuditVerification>;

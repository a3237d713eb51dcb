import { type Static, Type } from 'typebox';
import { plans } from './account-enums.ts';
import { type Answer, Fields, InstantText, Maybe, named, OneOf, ShownText, TimeZoneName, Uuid } from './shapes.ts';

/** From the smallest plan up. The constraint `partners_plan_known` has the same values. */

const id = Uuid({ description: 'The partner’s id.', examples: ['0190a0b0-1111-7222-8333-444455556666'] });
const nameNotes = { description: 'The partner’s name.', examples: ['Club Norte'] };
const planNotes = {
  description: 'The plan. It determines the operations that the partner may use.',
  examples: ['pro'],
};

const zoneNotes = {
  description:
    'The partner’s time zone, by its IANA name. Days in pictures, texts, histories and recaps are days of it.',
  examples: ['Europe/Madrid'],
};

export const Partner = named(
  'Partner',
  Fields(
    {
      id,
      name: Type.String(nameNotes),
      plan: OneOf(plans, planNotes),
      suspended: Type.Boolean({ description: 'If true, all keys of the partner are rejected.', examples: [false] }),
      time_zone: Type.String(zoneNotes),
      created_at: InstantText({ description: 'When it was created.', examples: ['2026-05-01T08:00:00.000Z'] }),
    },
    { description: 'A client of the API.' },
  ),
);
export type Partner = Static<typeof Partner>;

export const NewPartner = named(
  'NewPartner',
  Fields(
    {
      name: ShownText(1, 80, nameNotes),
      plan: OneOf(plans, planNotes),
      time_zone: Maybe(TimeZoneName({ ...zoneNotes, description: `${zoneNotes.description} Default: \`UTC\`.` })),
    },
    { description: 'A partner to create.', examples: [{ name: 'Club Norte', plan: 'pro' }] },
  ),
);
export type NewPartner = Static<typeof NewPartner>;

export const PartnerPatch = named(
  'PartnerPatch',
  Fields(
    {
      name: Maybe(ShownText(1, 80, nameNotes)),
      plan: Maybe(OneOf(plans, planNotes)),
      time_zone: Maybe(TimeZoneName(zoneNotes)),
      suspended: Maybe(
        Type.Boolean({
          description: 'True to reject all keys of the partner, false to accept them again.',
          examples: [true],
        }),
      ),
    },
    {
      description: 'The changes. Omitted and null fields are not changed.',
      examples: [{ plan: 'enterprise', suspended: false }],
    },
  ),
);
export type PartnerPatch = Static<typeof PartnerPatch>;

export const OwnPartner = named(
  'OwnPartner',
  Fields(
    { id, name: Type.String(nameNotes), plan: OneOf(plans, planNotes), time_zone: Type.String(zoneNotes) },
    { description: 'Your own partner.' },
  ),
);
export type OwnPartner = Answer<typeof OwnPartner>;

export const OwnPartnerPatch = named(
  'OwnPartnerPatch',
  Fields(
    { name: Maybe(ShownText(1, 80, nameNotes)), time_zone: Maybe(TimeZoneName(zoneNotes)) },
    {
      description: 'The changes. Omitted and null fields are not changed.',
      examples: [{ time_zone: 'Europe/Madrid' }],
    },
  ),
);
export type OwnPartnerPatch = Static<typeof OwnPartnerPatch>;

export const PartnerPath = Fields({ id });

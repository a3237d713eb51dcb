import { Type } from 'typebox';
import { plans } from '../../domain/partners/index.ts';
import { Fields, InstantText, Maybe, named, OneOf, Text, Uuid } from './shared.ts';

const nameNotes = { description: 'What the partner is called.', examples: ['Club Norte'] };
const planNotes = { description: 'Which operations the partner may use.', examples: ['pro'] };

export const Partner = named(
  'Partner',
  Fields(
    {
      id: Uuid({ description: 'The partner’s id.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
      name: Type.String(nameNotes),
      plan: OneOf(plans, planNotes),
      suspended: Type.Boolean({ description: 'While true, all its keys are refused.', examples: [false] }),
      created_at: InstantText({ description: 'When it was created.', examples: ['2026-05-01T08:00:00.000Z'] }),
    },
    { description: 'A client of the API.' },
  ),
);

export const NewPartner = named(
  'NewPartner',
  Fields(
    { name: Text(1, 80, nameNotes), plan: OneOf(plans, planNotes) },
    { description: 'A partner to create.', examples: [{ name: 'Club Norte', plan: 'pro' }] },
  ),
);

export const PartnerPatch = named(
  'PartnerPatch',
  Fields(
    {
      name: Maybe(Text(1, 80, nameNotes)),
      plan: Maybe(OneOf(plans, planNotes)),
      suspended: Maybe(
        Type.Boolean({ description: 'True refuses all its keys until it is false again.', examples: [true] }),
      ),
    },
    {
      description: 'What is to change; what is left out or null stays.',
      examples: [{ plan: 'enterprise', suspended: false }],
    },
  ),
);

/** The path of a partner; a malformed id is as good as none. */
export const PartnerPath = Fields({
  id: Uuid({ description: 'The partner’s id.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
});

import { type Static, Type } from 'typebox';
import { DayText, Fields, Nullable, named, Uuid } from './shapes.ts';

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const Usage = named(
  'Usage',
  Fields(
    {
      day: DayText({ description: 'The day, in UTC.', examples: ['2026-05-01'] }),
      partner_id: Uuid({ description: 'The partner.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
      key_id: Nullable(
        Uuid({
          description: 'The key; null for all people of the partner.',
          examples: ['0190a0b0-2222-7222-8333-444455556666'],
        }),
      ),
      requests: count('Requests, including rejected ones.', 1820),
      rate_limited: count('Requests rejected because of the rate limit.', 0),
      units: count('Units of the rate limit used.', 4210),
      matches_stored: count('Submitted matches that were stored.', 96),
      matches_duplicate: count('Submitted matches that were not stored, because their reference was already used.', 4),
      matches_rejected: count('Submitted matches that were rejected.', 1),
    },
    { description: 'The usage of a key, or of the people of a partner, on a day.' },
  ),
);
export type Usage = Static<typeof Usage>;

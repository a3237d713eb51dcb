import { type Static, Type } from 'typebox';
import { DayText, Fields, named, Uuid } from './shapes.ts';

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const Usage = named(
  'Usage',
  Fields(
    {
      day: DayText({ description: 'The day, in UTC.', examples: ['2026-05-01'] }),
      partner_id: Uuid({ description: 'The partner.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
      key_id: Uuid({ description: 'The key.', examples: ['0190a0b0-2222-7222-8333-444455556666'] }),
      requests: count('Requests with the key, those that were refused included.', 1820),
      rate_limited: count('Requests that were refused since they were past the rate limit.', 0),
      units: count('Units of the rate limit that were spent.', 4210),
      matches_stored: count('Matches that were submitted and stored.', 96),
      matches_duplicate: count('Matches that were submitted and not stored, since their reference had been used.', 4),
      matches_rejected: count('Matches that were submitted and rejected.', 1),
    },
    { description: 'What a key did on a day.' },
  ),
);
export type Usage = Static<typeof Usage>;

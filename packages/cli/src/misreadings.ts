/** What is wrong with texts that the importer reads, as options of the command have them. */
import type { readInstant, readScore } from '@bandeja/importer';

type FaultOf<T> = Extract<T, { readonly fault: unknown }>['fault'];

const instants: Readonly<Record<FaultOf<ReturnType<typeof readInstant>>, string>> = {
  no_instant: 'is not a date and time such as 2026-05-01T19:10:00Z',
  no_zone: 'has no time zone; write 2026-05-01T19:10:00Z or 2026-05-01T19:10:00+02:00',
  invalid: 'is not a valid date or time',
};

export const instantFault = (text: string, fault: FaultOf<ReturnType<typeof readInstant>>): string =>
  `“${text}” ${instants[fault]}`;

export const scoreFault = (text: string, { code }: FaultOf<ReturnType<typeof readScore>>): string =>
  code === 'fault.not_a_match_tie_break'
    ? `“${text}”: a match tie-break is the third set and goes to 10 or more`
    : `“${text.trim()}” is not a scoreline such as “6-4 3-6 7-5”`;

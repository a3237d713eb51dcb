import { isClock, localTime } from '@bandeja/importer';
import { clubZone } from '../club.ts';
import { texts } from '../language.ts';
import { Field } from './Field.tsx';

const t = texts('console.parts.day_range');

export interface Range {
  readonly since?: string;
  readonly until?: string;
}

/** The first and the last day of a list, as days of the club. */
export function DayRange({ range, onChange }: { readonly range: Range; readonly onChange: (range: Range) => void }) {
  const change = (name: keyof Range, day: string) => {
    const { [name]: _, ...rest } = range;
    onChange(day === '' ? rest : { ...rest, [name]: day });
  };
  return (
    <>
      <Field
        label={t('from')}
        type="date"
        value={range.since ?? ''}
        onChange={(event) => change('since', event.target.value)}
      />
      <Field
        label={t('to')}
        type="date"
        value={range.until ?? ''}
        onChange={(event) => change('until', event.target.value)}
      />
    </>
  );
}

/** The filters of a list for these days. */
export function rangeOf({ since, until }: Range): { since: string | undefined; until: string | undefined } {
  return { since: instantAt(since, '00:00:00.000'), until: instantAt(until, '23:59:59.999') };
}

/** Undefined for a day that is not one: people edit addresses. */
function instantAt(day: string | undefined, time: string): string | undefined {
  const clock = `${day}T${time}`;
  return isClock(clock) ? new Date(localTime(clock, clubZone()).at).toISOString() : undefined;
}

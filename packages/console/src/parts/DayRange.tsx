import type { Range } from '../days.ts';
import { texts } from '../language.ts';
import { Field } from './Field.tsx';

const t = texts('console.parts.day_range');

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

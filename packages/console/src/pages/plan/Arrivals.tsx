import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Select, textOf } from '../../parts/Field.tsx';
import type { Draft } from './draft.ts';
import { namesOf } from './kept-draft.ts';

const t = texts('console.plan.arrivals');

interface ArrivalsProps {
  readonly draft: Draft;
  readonly onChange: (change: Pick<Draft, 'arrivals'>) => void;
}

/** The players that miss the first rounds. */
export function Arrivals({ draft: { players, rounds, arrivals }, onChange }: ArrivalsProps) {
  if (players.length === 0 || rounds < 2) return null;
  const nameOf = namesOf(players);
  const late = players.filter(({ username }) => (arrivals[username] ?? 1) > 1);
  return (
    <div className="title-line">
      {late.length > 0 && (
        <p className="small">
          {late.map((one) => t('from_round', { name: nameOf(one), n: arrivals[one.username] ?? 1 })).join(', ')}
        </p>
      )}
      <FormAction
        changes={[]}
        title={t('title')}
        className="plain"
        submit={t('save')}
        onSubmit={async (values) => {
          const from = Number(textOf(values, 'from'));
          const { [textOf(values, 'who') ?? '']: _, ...others } = arrivals;
          onChange({ arrivals: from === 1 ? others : { ...others, [textOf(values, 'who') ?? '']: from } });
        }}
      >
        <Select label={t('who')} name="who">
          {players.map((one) => (
            <option key={one.username} value={one.username}>
              {nameOf(one)}
            </option>
          ))}
        </Select>
        <Select label={t('from')} name="from" defaultValue="2">
          {Array.from({ length: rounds }, (_, index) => index + 1).map((n) => (
            <option key={n} value={n}>
              {t('round', { n })}
            </option>
          ))}
        </Select>
      </FormAction>
    </div>
  );
}

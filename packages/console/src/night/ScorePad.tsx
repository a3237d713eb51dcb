import { useState } from 'react';
import { texts } from '../language.ts';
import { Field, Select } from '../parts/Field.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { courtName, type NameOf, pairName, type Rules } from '../results/court.ts';
import type { Court, Outcome, ResultEntry, Team } from '../results/entries.ts';
import { otherResult } from '../results/typed-numbers.ts';
import { type PadProps, PointsPad, SetsPad, TimedPad } from './NumberPads.tsx';
import { usePadKeys } from './pad-keys.ts';

const t = texts('console.night.score_pad');

interface ScorePadProps {
  readonly court: Court;
  /** The pair that was tapped. */
  readonly team: Team;
  readonly rules: Rules;
  readonly nameOf: NameOf;
  /** The result that the page shows. */
  readonly shown: ResultEntry | null;
  readonly canRemove: boolean;
  /** Null removes the result. */
  readonly onEntry: (result: ResultEntry | null) => void;
  readonly onClose: () => void;
}

/** The sheet in which the result of a court is entered: the second of two taps for points. */
export function ScorePad({ court, team, rules, nameOf, shown, canRemove, onEntry, onClose }: ScorePadProps) {
  const [isOther, setOther] = useState(false);
  const onKeyDown = usePadKeys();
  const names = { A: pairName(court, 'A', nameOf), B: pairName(court, 'B', nameOf) };
  const pad: PadProps = { names, current: shown, onEntry };
  const { points_per_match: points } = rules;
  const isPoints = rules.scoring === 'points' && points !== null;
  const place = courtName(court);
  return (
    <Sheet
      title={isPoints && !isOther ? names[team] : t('versus', { court: place, a: names.A, b: names.B })}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {isOther ? (
        <OtherResult {...pad} rules={rules} />
      ) : isPoints ? (
        <>
          <p className="quiet">{t('rest', { names: names[team === 'A' ? 'B' : 'A'], points })}</p>
          <PointsPad {...pad} team={team} points={points} />
        </>
      ) : rules.scoring === 'points' ? (
        <TimedPad {...pad} team={team} />
      ) : (
        <SetsPad {...pad} sets={rules.sets} />
      )}
      <div className="actions">
        {!isOther && (
          <button type="button" className="plain" onClick={() => setOther(true)}>
            {t('other')}
          </button>
        )}
        {shown !== null && canRemove && (
          <button type="button" className="plain" onClick={() => onEntry(null)}>
            {t('remove')}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </Sheet>
  );
}

/** Retired, walkover, and scores that have no button. */
function OtherResult({ names, current, onEntry, rules }: PadProps & { readonly rules: Rules }) {
  const points = rules.scoring === 'points' ? rules.points_per_match : null;
  const mustAddUp = points !== null;
  const [hasTooMany, setTooMany] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(mustAddUp ? 'retired' : 'played');
  const scored = Array.from({ length: rules.scoring === 'points' ? 1 : rules.sets }, (_, index) => index);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        const numberOf = (name: string) => Number(values.get(name) ?? 0);
        const sets = scored.map((index) => [numberOf(`A${index}`), numberOf(`B${index}`)] as const);
        const entry = otherResult({ outcome, sets, winner: values.get('winner') === 'B' ? 'B' : 'A' }, points);
        if (typeof entry === 'object') return onEntry(entry);
        setTooMany(entry === 'too_many');
      }}
    >
      <Select label={t('outcome')} value={outcome} onChange={(event) => setOutcome(event.target.value as Outcome)}>
        {!mustAddUp && <option value="played">{t('played')}</option>}
        <option value="retired">{t('retired')}</option>
        <option value="walkover">{t('walkover')}</option>
      </Select>
      {outcome !== 'walkover' &&
        scored.map((index) => (
          <div key={index} className="side-by-side">
            {(['A', 'B'] as const).map((team) => {
              const set = current?.set_scores[index];
              const value = team === 'A' ? set?.team_a_games : set?.team_b_games;
              return (
                <Field
                  key={team}
                  label={scored.length === 1 ? names[team] : t('set', { n: index + 1, names: names[team] })}
                  name={`${team}${index}`}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={points ?? 99}
                  required={outcome === 'played' && index === 0}
                  defaultValue={value ?? ''}
                />
              );
            })}
          </div>
        ))}
      {outcome !== 'played' && (
        <Select label={t('winner')} name="winner" required defaultValue={current?.winning_team ?? ''}>
          <option value="" disabled>
            {t('choose')}
          </option>
          <option value="A">{names.A}</option>
          <option value="B">{names.B}</option>
        </Select>
      )}
      {hasTooMany && points !== null && <p role="alert">{t('too_many', { points })}</p>}
      <button type="submit" className="main">
        {t('save')}
      </button>
    </form>
  );
}

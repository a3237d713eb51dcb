/** Courts, format, scoring, and the options that most nights leave unchanged. */
import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { Stepper } from '../../parts/Stepper.tsx';
import { Unfold } from '../../parts/Unfold.tsx';
import { COURTS_MAX, type Draft, type Kind, ROUNDS_MAX } from './draft.ts';
import { PairList } from './PairList.tsx';
import { RankBySelect } from './RankBy.tsx';

const t = texts('console.plan.options');

interface OptionsProps {
  readonly draft: Draft;
  /** Rounds until the courts are given back; null if that is not known. */
  readonly fitting: number | null;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function Options({ draft, fitting, onChange }: OptionsProps) {
  return (
    <section className="tile">
      <header>
        <h2>{t('title')}</h2>
      </header>
      <div className="options">
        <Stepper
          label={t('courts')}
          value={draft.courts}
          min={1}
          max={COURTS_MAX}
          onChange={(courts) => onChange({ courts, hasOwnCourts: true })}
        />
        <Stepper
          label={t('rounds')}
          value={draft.rounds}
          min={1}
          max={ROUNDS_MAX}
          onChange={(rounds) => onChange({ rounds, hasOwnRounds: true })}
        />
        <div className="whole">
          <Select
            label={t('format')}
            value={draft.format}
            onChange={(event) => onChange({ format: event.target.value as Draft['format'] })}
          >
            {(['americano', 'mexicano', 'balanced', 'teams'] as const).map((format) => (
              <option key={format} value={format}>
                {t(format)}
              </option>
            ))}
          </Select>
        </div>
        <Select
          label={t('kind')}
          value={draft.kind}
          onChange={(event) => onChange({ kind: event.target.value as Kind })}
        >
          {(['points', 'timed', 'games'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(kind)}
            </option>
          ))}
        </Select>
        {draft.kind === 'points' && (
          <Stepper
            label={t('point_count')}
            value={draft.points}
            min={4}
            max={99}
            onChange={(points) => onChange({ points })}
          />
        )}
        {draft.kind === 'games' && (
          <Select
            label={t('sets')}
            value={draft.sets}
            onChange={(event) => onChange({ sets: event.target.value === '3' ? 3 : 1 })}
          >
            <option value="1">{t('one_set')}</option>
            <option value="3">{t('best_of3')}</option>
          </Select>
        )}
        <Stepper
          label={t('minutes')}
          value={draft.minutes}
          min={1}
          max={240}
          onChange={(minutes) => onChange({ minutes })}
        />
        <div className="stack">
          <Field
            label={t('until')}
            type="time"
            value={draft.until}
            onChange={(event) => onChange({ until: event.target.value })}
          />
          {fitting !== null && (
            <p className="quiet small">
              {t('fits', { n: fitting })}{' '}
              {fitting > 0 && fitting !== draft.rounds && (
                <button
                  type="button"
                  className="plain"
                  onClick={() => onChange({ rounds: Math.min(fitting, ROUNDS_MAX), hasOwnRounds: true })}
                >
                  {t('take', { n: fitting })}
                </button>
              )}
            </p>
          )}
        </div>
        <Field
          label={t('name')}
          hint={t('name_hint')}
          value={draft.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Field
          label={t('venue')}
          hint={t('venue_hint')}
          value={draft.venue}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => onChange({ venue: event.target.value })}
        />
      </div>
      <Unfold summary={t('more')}>
        <MoreOptions draft={draft} onChange={onChange} />
      </Unfold>
    </section>
  );
}

function MoreOptions({ draft, onChange }: Omit<OptionsProps, 'fitting'>) {
  return (
    <div className="options">
      <Field
        label={t('court_names')}
        hint={t('court_names_hint')}
        value={draft.courtNames}
        autoComplete="off"
        onChange={(event) => onChange({ courtNames: event.target.value })}
      />
      <RankBySelect
        scoring={draft.kind === 'games' ? 'games' : 'points'}
        value={draft.rankBy}
        onChange={(event) => onChange({ rankBy: event.target.value as Api.Plan['rank_by'] })}
      />
      {draft.format === 'mexicano' && (
        <Select
          label={t('pairing')}
          value={draft.pairing}
          onChange={(event) => onChange({ pairing: event.target.value === '1_3' ? '1_3' : '1_4' })}
        >
          <option value="1_4">{t('pairing14')}</option>
          <option value="1_3">{t('pairing13')}</option>
        </Select>
      )}
      <Select
        label={t('type')}
        value={draft.type}
        onChange={(event) => onChange({ type: event.target.value as Draft['type'] })}
      >
        {(['social', 'training', 'league', 'tournament'] as const).map((type) => (
          <option key={type} value={type}>
            {t(type)}
          </option>
        ))}
      </Select>
      <Select
        label={t('link_results')}
        value={draft.linkResults}
        onChange={(event) => onChange({ linkResults: event.target.value as Draft['linkResults'] })}
      >
        <option value="complete">{t('complete')}</option>
        <option value="await_confirmation">{t('await')}</option>
      </Select>
      {draft.format !== 'teams' && (
        <>
          <PairList
            label={t('together')}
            players={draft.players}
            pairs={draft.together}
            onChange={(together) => onChange({ together })}
          />
          <PairList
            label={t('apart')}
            players={draft.players}
            pairs={draft.apart}
            onChange={(apart) => onChange({ apart })}
          />
        </>
      )}
    </div>
  );
}

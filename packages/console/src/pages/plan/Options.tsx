/** Courts, format, scoring, and the options that most nights leave unchanged. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { Stepper } from '../../parts/Stepper.tsx';
import { Unfold } from '../../parts/Unfold.tsx';
import { COURTS_MAX, type Draft, type Kind, ROUNDS_MAX } from './draft.ts';
import { PairList } from './PairList.tsx';
import { RankBySelect } from './RankBy.tsx';

const t = texts({
  title: ['The night', 'La noche', 'A noite'],
  courts: ['Courts', 'Pistas', 'Campos'],
  rounds: ['Rounds', 'Rondas', 'Rondas'],
  format: ['Format', 'Formato', 'Formato'],
  americano: ['Americano: everyone with everyone', 'Americano: todos con todos', 'Americano: todos com todos'],
  mexicano: ['Mexicano: by the ranking', 'Mexicano: según la clasificación', 'Mexicano: pela classificação'],
  balanced: ['Balanced: even matches', 'Equilibrado: partidos igualados', 'Equilibrado: encontros equilibrados'],
  teams: [
    'Fixed pairs: every pair against every other',
    'Parejas fijas: todas contra todas',
    'Duplas fixas: todas contra todas',
  ],
  kind: ['A match is played', 'Un partido se juega', 'Um encontro disputa-se'],
  points: ['To points', 'A puntos', 'A pontos'],
  timed: ['By time, points count', 'Por tiempo, cuentan los puntos', 'Por tempo, contam os pontos'],
  games: ['In sets', 'A sets', 'Em sets'],
  pointCount: ['Points in a match', 'Puntos por partido', 'Pontos por encontro'],
  sets: ['Sets', 'Sets', 'Sets'],
  oneSet: ['One set', 'Un set', 'Um set'],
  bestOf3: ['Best of three', 'Al mejor de tres', 'À melhor de três'],
  minutes: ['Minutes a round', 'Minutos por ronda', 'Minutos por ronda'],
  until: ['Courts until', 'Pistas hasta', 'Campos até'],
  fits: [
    'Time for {n} {n|round|rounds} from now',
    'Desde ahora {n|cabe|caben} {n} {n|ronda|rondas}',
    'A partir de agora {n|cabe|cabem} {n} {n|ronda|rondas}',
  ],
  take: ['Play {n}', 'Jugar {n}', 'Jogar {n}'],
  name: ['Name of the night', 'Nombre de la noche', 'Nome da noite'],
  nameHint: ['Without one, its day', 'Sin nombre, su día', 'Sem nome, o seu dia'],
  venue: ['Venue', 'Lugar', 'Local'],
  venueHint: ['Shown on the poster', 'Aparece en el cartel', 'Aparece no cartaz'],
  more: ['More options', 'Más opciones', 'Mais opções'],
  courtNames: ['Names of the courts', 'Nombres de las pistas', 'Nomes dos campos'],
  courtNamesHint: [
    'Separated by commas, such as Centre, Court 2',
    'Separados por comas, por ejemplo Central, Pista 2',
    'Separados por vírgulas, por exemplo Central, Campo 2',
  ],
  pairing: ['Each four by rank', 'Cada cuatro por puesto', 'Cada quatro por posição'],
  pairing14: ['1 and 4 against 2 and 3', '1 y 4 contra 2 y 3', '1 e 4 contra 2 e 3'],
  pairing13: ['1 and 3 against 2 and 4', '1 y 3 contra 2 y 4', '1 e 3 contra 2 e 4'],
  type: ['Counts as', 'Cuenta como', 'Conta como'],
  social: ['Social match', 'Partido social', 'Encontro social'],
  training: ['Training', 'Entrenamiento', 'Treino'],
  league: ['League', 'Liga', 'Liga'],
  tournament: ['Tournament', 'Torneo', 'Torneio'],
  linkResults: ['Results from links', 'Resultados por enlace', 'Resultados por link'],
  complete: ['Count at once', 'Cuentan enseguida', 'Contam logo'],
  await: ['Wait until you close the night', 'Esperan al cierre de la noche', 'Esperam pelo fecho da noite'],
  together: ['Always together', 'Siempre juntos', 'Sempre juntos'],
  apart: ['Never together, if possible', 'Nunca juntos, si se puede', 'Nunca juntos, se possível'],
});

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
        <h2>{t.title}</h2>
      </header>
      <div className="options">
        <Stepper
          label={t.courts}
          value={draft.courts}
          min={1}
          max={COURTS_MAX}
          onChange={(courts) => onChange({ courts, hasOwnCourts: true })}
        />
        <Stepper
          label={t.rounds}
          value={draft.rounds}
          min={1}
          max={ROUNDS_MAX}
          onChange={(rounds) => onChange({ rounds, hasOwnRounds: true })}
        />
        <div className="whole">
          <Select
            label={t.format}
            value={draft.format}
            onChange={(event) => onChange({ format: event.target.value as Draft['format'] })}
          >
            {(['americano', 'mexicano', 'balanced', 'teams'] as const).map((format) => (
              <option key={format} value={format}>
                {t[format]}
              </option>
            ))}
          </Select>
        </div>
        <Select label={t.kind} value={draft.kind} onChange={(event) => onChange({ kind: event.target.value as Kind })}>
          {(['points', 'timed', 'games'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t[kind]}
            </option>
          ))}
        </Select>
        {draft.kind === 'points' && (
          <Stepper
            label={t.pointCount}
            value={draft.points}
            min={4}
            max={99}
            onChange={(points) => onChange({ points })}
          />
        )}
        {draft.kind === 'games' && (
          <Select
            label={t.sets}
            value={draft.sets}
            onChange={(event) => onChange({ sets: event.target.value === '3' ? 3 : 1 })}
          >
            <option value="1">{t.oneSet}</option>
            <option value="3">{t.bestOf3}</option>
          </Select>
        )}
        <Stepper
          label={t.minutes}
          value={draft.minutes}
          min={1}
          max={240}
          onChange={(minutes) => onChange({ minutes })}
        />
        <div className="stack">
          <Field
            label={t.until}
            type="time"
            value={draft.until}
            onChange={(event) => onChange({ until: event.target.value })}
          />
          {fitting !== null && (
            <p className="quiet small">
              {fill(t.fits, { n: fitting })}{' '}
              {fitting > 0 && fitting !== draft.rounds && (
                <button
                  type="button"
                  className="plain"
                  onClick={() => onChange({ rounds: Math.min(fitting, ROUNDS_MAX), hasOwnRounds: true })}
                >
                  {fill(t.take, { n: fitting })}
                </button>
              )}
            </p>
          )}
        </div>
        <Field
          label={t.name}
          hint={t.nameHint}
          value={draft.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Field
          label={t.venue}
          hint={t.venueHint}
          value={draft.venue}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => onChange({ venue: event.target.value })}
        />
      </div>
      <Unfold summary={t.more}>
        <MoreOptions draft={draft} onChange={onChange} />
      </Unfold>
    </section>
  );
}

function MoreOptions({ draft, onChange }: Omit<OptionsProps, 'fitting'>) {
  return (
    <div className="options">
      <Field
        label={t.courtNames}
        hint={t.courtNamesHint}
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
          label={t.pairing}
          value={draft.pairing}
          onChange={(event) => onChange({ pairing: event.target.value === '1_3' ? '1_3' : '1_4' })}
        >
          <option value="1_4">{t.pairing14}</option>
          <option value="1_3">{t.pairing13}</option>
        </Select>
      )}
      <Select
        label={t.type}
        value={draft.type}
        onChange={(event) => onChange({ type: event.target.value as Draft['type'] })}
      >
        {(['social', 'training', 'league', 'tournament'] as const).map((type) => (
          <option key={type} value={type}>
            {t[type]}
          </option>
        ))}
      </Select>
      <Select
        label={t.linkResults}
        value={draft.linkResults}
        onChange={(event) => onChange({ linkResults: event.target.value as Draft['linkResults'] })}
      >
        <option value="complete">{t.complete}</option>
        <option value="await_confirmation">{t.await}</option>
      </Select>
      {draft.format !== 'teams' && (
        <>
          <PairList
            label={t.together}
            players={draft.players}
            pairs={draft.together}
            onChange={(together) => onChange({ together })}
          />
          <PairList
            label={t.apart}
            players={draft.players}
            pairs={draft.apart}
            onChange={(apart) => onChange({ apart })}
          />
        </>
      )}
    </div>
  );
}

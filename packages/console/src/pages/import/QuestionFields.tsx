import { type DateOrder, dateOrders } from '@bandeja/importer/dates';
import { useEffect, useState } from 'react';
import { fill, texts } from '../../language.ts';
import { Check, Field, Select } from '../../parts/Field.tsx';
import { orderTexts } from './labels.ts';
import type { Choices, Questions } from './reading.ts';

const t = texts({
  choose: ['Choose', 'Elegir', 'Escolher'],
  dates: ['Order of dates such as {example}', 'Orden de fechas como {example}', 'Ordem de datas como {example}'],
  zone: ['Time zone of the times', 'Zona horaria de las horas', 'Fuso horário das horas'],
  time: [
    'Time of the {n} {n|row|rows} with only a date',
    'Hora {n|de la fila|de las filas} con solo la fecha ({n})',
    'Hora {n|da linha|das linhas} só com a data ({n})',
  ],
  timeHint: [
    'Without it, these rows are left out.',
    'Sin ella, esas filas se dejan fuera.',
    'Sem ela, essas linhas ficam de fora.',
  ],
  scores: [
    'A score such as {example} counts',
    'Un marcador como {example} cuenta',
    'Um resultado como {example} conta',
  ],
  sets: ['sets won', 'sets ganados', 'sets ganhos'],
  games: ['games of one set', 'juegos de un set', 'jogos de um set'],
  points: ['points', 'puntos', 'pontos'],
  sessions: ['Sessions', 'Sesiones', 'Sessões'],
  byDay: ['One for each day', 'Una por día', 'Uma por dia'],
  none: [
    'None: no ranking of the night',
    'Ninguna: sin clasificación de la noche',
    'Nenhuma: sem classificação da noite',
  ],
  venue: ['Venue of matches without one', 'Lugar de los partidos sin él', 'Local dos encontros sem ele'],
  prefix: ['Prefix of the numbers', 'Prefijo de los números', 'Prefixo dos números'],
  prefixHint: [
    'The file numbers its matches. If another file has the same numbers, give each a prefix, such as 2026-05-.',
    'El archivo numera sus partidos. Si otro archivo tiene los mismos números, dale a cada uno un prefijo, por ejemplo 2026-05-.',
    'O ficheiro numera os encontros. Se outro ficheiro tiver os mesmos números, dê um prefixo a cada um, por exemplo 2026-05-.',
  ],
  repeated: [
    'The reference {reference} belongs to two matches (lines {lines}).',
    'La referencia {reference} es de dos partidos (líneas {lines}).',
    'A referência {reference} é de dois encontros (linhas {lines}).',
  ],
  derive: [
    'Derive references from time, players and score',
    'Derivar las referencias de la hora, los jugadores y el marcador',
    'Derivar as referências da hora, dos jogadores e do resultado',
  ],
});

interface QuestionFieldsProps {
  readonly questions: Questions;
  readonly choices: Choices;
  readonly onChange: (changes: Partial<Choices>) => void;
}

const zones = Intl.supportedValuesOf('timeZone');

/** What the file leaves open. */
export function QuestionFields({ questions, choices, onChange }: QuestionFieldsProps) {
  const { dates, timezone, time, scores, sessions, numbers, repeated } = questions;
  return (
    <>
      {time !== null && (
        <Field
          label={fill(t.time, { n: time.count })}
          hint={t.timeHint}
          type="time"
          value={choices.time}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      )}
      {repeated !== null && (
        <p className="warn">{fill(t.repeated, { reference: repeated.reference, lines: repeated.lines.join(', ') })}</p>
      )}
      {(repeated !== null || choices.fromContent) && (
        <Check
          label={t.derive}
          checked={choices.fromContent}
          onChange={(event) => onChange({ fromContent: event.target.checked })}
        />
      )}
      {dates !== null && (
        <Select
          label={fill(t.dates, { example: dates.examples.join(', ') })}
          value={choices.dates ?? ''}
          onChange={(event) => onChange({ dates: dateOrders.find((order) => order === event.target.value) ?? null })}
        >
          <option value="">{t.choose}</option>
          {dates.orders.map((order: DateOrder) => (
            <option key={order} value={order}>
              {orderTexts[order]}
            </option>
          ))}
        </Select>
      )}
      {scores !== null && (
        <Select
          label={fill(t.scores, { example: scores.text })}
          value={choices.scores ?? ''}
          onChange={(event) => onChange({ scores: scores.counts.find((one) => one === event.target.value) ?? null })}
        >
          <option value="">{t.choose}</option>
          {scores.counts.map((one) => (
            <option key={one} value={one}>
              {t[one]}
            </option>
          ))}
        </Select>
      )}
      {timezone !== null && (
        <Select
          label={t.zone}
          value={choices.timezone}
          onChange={(event) => onChange({ timezone: event.target.value })}
        >
          {(zones.includes(choices.timezone) ? zones : [choices.timezone, ...zones]).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )}
      {sessions && (
        <Select
          label={t.sessions}
          value={choices.sessions}
          onChange={(event) => onChange({ sessions: event.target.value === 'day' ? 'day' : 'none' })}
        >
          <option value="day">{t.byDay}</option>
          <option value="none">{t.none}</option>
        </Select>
      )}
      <LateField label={t.venue} value={choices.venue} maxLength={100} onChange={(venue) => onChange({ venue })} />
      {numbers && (
        <LateField
          label={t.prefix}
          hint={t.prefixHint}
          value={choices.prefix}
          maxLength={40}
          onChange={(prefix) => onChange({ prefix })}
        />
      )}
    </>
  );
}

interface LateFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 400;

/** Reports its text after a pause: each change reads the file again. */
function LateField({ value, onChange, ...field }: LateFieldProps) {
  const [text, setText] = useState(value);
  const report = () => {
    if (text !== value) onChange(text);
  };
  useEffect(() => {
    const timer = setTimeout(report, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return <Field {...field} value={text} onChange={(event) => setText(event.target.value)} onBlur={report} />;
}

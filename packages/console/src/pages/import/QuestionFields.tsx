import { type Answers, dateOrders, type ImportFault, type Question, type Row } from '@bandeja/importer';
import { useEffect, useState } from 'react';
import { texts } from '../../language.ts';
import { Check, Field, Select } from '../../parts/Field.tsx';
import { messageText } from './messages.ts';
import { ZoneField } from './ZoneField.tsx';

const t = texts('console.import.questions');
const orderTexts = texts('console.import.orders');

interface QuestionFieldsProps {
  readonly questions: readonly Question[];
  readonly answers: Answers;
  readonly rows: readonly Row[] | ImportFault;
  readonly onAnswer: (answers: Partial<Answers>) => void;
  readonly onEncoding: (encoding: string) => void;
}

/** What the file leaves open. */
export function QuestionFields({ questions, answers, rows, onAnswer, onEncoding }: QuestionFieldsProps) {
  return (
    <>
      {questions.map((question) => (
        <QuestionField
          key={question.code}
          question={question}
          answers={answers}
          rows={rows}
          onAnswer={onAnswer}
          onEncoding={onEncoding}
        />
      ))}
      {answers.fromContent && !questions.some(({ code }) => code === 'references') && (
        <FromContent answers={answers} onAnswer={onAnswer} />
      )}
      <LateField label={t('venue')} value={answers.venue} maxLength={100} onChange={(venue) => onAnswer({ venue })} />
    </>
  );
}

interface QuestionFieldProps extends Omit<QuestionFieldsProps, 'questions'> {
  readonly question: Question;
}

function QuestionField({ question, answers, rows, onAnswer, onEncoding }: QuestionFieldProps) {
  switch (question.code) {
    case 'columns':
      // The columns are beside it.
      return null;
    case 'encoding':
      return (
        <Choice
          label={t('encoding')}
          value=""
          choices={question.choices.map(({ encoding, example }) => [encoding, t('reads_as', { encoding, example })])}
          onChange={(value) => value !== null && onEncoding(value)}
        />
      );
    case 'dates':
      return (
        <Choice
          label={t('dates', { example: question.examples.join(', ') })}
          value={answers.dates}
          choices={question.orders.map((order) => [order, orderTexts(order)])}
          onChange={(value) => onAnswer({ dates: dateOrders.find((order) => order === value) ?? null })}
        />
      );
    case 'scores':
      return (
        <Choice
          label={t('scores', { example: question.example })}
          value={answers.scores}
          choices={question.counts.map((count) => [count, t(count)])}
          onChange={(value) => onAnswer({ scores: question.counts.find((count) => count === value) ?? null })}
        />
      );
    case 'zero':
      return (
        <Choice
          label={messageText(question.text)}
          value={answers.zero}
          choices={[
            ['A', t('team_a')],
            ['B', t('team_b')],
          ]}
          onChange={(value) => onAnswer({ zero: value === 'A' || value === 'B' ? value : null })}
        />
      );
    case 'time':
      return (
        <Field
          label={t('time', { n: question.rows })}
          hint={t('time_hint')}
          type="time"
          value={answers.time ?? ''}
          onChange={(event) => onAnswer({ time: event.target.value })}
        />
      );
    case 'timezone':
      return <ZoneField zone={answers.timezone ?? ''} rows={rows} onChange={(timezone) => onAnswer({ timezone })} />;
    case 'sessions':
      return (
        <Select
          label={t('sessions')}
          value={answers.sessions?.isByDay === true ? 'day' : 'none'}
          onChange={(event) => onAnswer({ sessions: { name: null, isByDay: event.target.value === 'day' } })}
        >
          <option value="day">{t('by_day')}</option>
          <option value="none">{t('none')}</option>
        </Select>
      );
    case 'references':
      return (
        <>
          <p className="warn">{messageText(question.text)}</p>
          <FromContent answers={answers} onAnswer={onAnswer} />
        </>
      );
    case 'prefix':
      return (
        <LateField
          label={t('prefix')}
          hint={t('prefix_hint')}
          value={answers.prefix}
          maxLength={40}
          onChange={(prefix) => onAnswer({ prefix })}
        />
      );
  }
}

const FromContent = ({ answers, onAnswer }: Pick<QuestionFieldsProps, 'answers' | 'onAnswer'>) => (
  <Check
    label={t('derive')}
    checked={answers.fromContent}
    onChange={(event) => onAnswer({ fromContent: event.target.checked })}
  />
);

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string | null) => void;
}

/** A question without a first answer. */
const Choice = ({ label, value, choices, onChange }: ChoiceProps) => (
  <Select label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
    <option value="">{t('choose')}</option>
    {choices.map(([one, text]) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))}
  </Select>
);

interface LateFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 400;

/** Reports its text after a pause: each change reads the rows again. */
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

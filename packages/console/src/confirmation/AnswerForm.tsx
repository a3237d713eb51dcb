import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { texts } from '../language.ts';
import { Field, textOf } from '../parts/Field.tsx';

const t = texts('console.confirmation.answer_form');

interface AnswerFormProps {
  readonly page: Api.LinkedMatch;
  readonly onAnswer: (answer: Omit<Api.MatchAnswerSubmission, 'revision'>) => Promise<void>;
}

/** The player's answer, and the two buttons that change it. */
export function AnswerForm({ page: { answer, reason, counts }, onAnswer }: AnswerFormProps) {
  const [isWrong, setWrong] = useState(false);
  const [isSending, setSending] = useState(false);
  async function send(given: Omit<Api.MatchAnswerSubmission, 'revision'>): Promise<void> {
    setSending(true);
    await onAnswer(given).finally(() => setSending(false));
  }
  if (isWrong) {
    return (
      <form
        className="tile"
        onSubmit={(event) => {
          event.preventDefault();
          const because = textOf(new FormData(event.currentTarget), 'reason');
          if (because !== undefined && !isSending) void send({ answer: 'wrong', reason: because });
        }}
      >
        <Field
          label={t('because')}
          hint={t('hint')}
          name="reason"
          defaultValue={reason ?? ''}
          required
          maxLength={300}
          autoComplete="off"
          autoFocus
        />
        <div className="actions">
          <button type="button" onClick={() => setWrong(false)}>
            {t('back')}
          </button>
          <button type="submit" className="main" disabled={isSending}>
            {t('send')}
          </button>
        </div>
      </form>
    );
  }
  return (
    <section className="tile">
      {answer === 'right' && <p>{t('your_right')}</p>}
      {answer === 'wrong' && <p>{t('your_wrong', { reason: reason ?? '' })}</p>}
      {answer === null && !counts && <p>{t('reported')}</p>}
      <div className="answers">
        <button
          type="button"
          className={answer === 'wrong' ? undefined : 'main'}
          disabled={isSending || answer === 'right'}
          onClick={() => void send({ answer: 'right' })}
        >
          {t('right')}
        </button>
        <button type="button" disabled={isSending} onClick={() => setWrong(true)}>
          {t('wrong')}
        </button>
      </div>
    </section>
  );
}

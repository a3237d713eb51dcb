import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { texts } from '../language.ts';
import { Field, textOf } from '../parts/Field.tsx';

const t = texts({
  right: ['Right', 'Correcto', 'Certo'],
  wrong: ['Wrong', 'Incorrecto', 'Errado'],
  because: ['What is wrong?', '¿Qué está mal?', 'O que está errado?'],
  hint: [
    'Only the organizer reads it. For example: we won the second set 6–4.',
    'Solo lo lee quien organiza. Por ejemplo: ganamos el segundo set 6–4.',
    'Só quem organiza o lê. Por exemplo: ganhámos o segundo set 6–4.',
  ],
  send: ['Send', 'Enviar', 'Enviar'],
  back: ['Back', 'Atrás', 'Voltar'],
  yourRight: [
    'You confirmed it. You can still change your answer.',
    'Lo has confirmado. Aún puedes cambiar tu respuesta.',
    'Confirmou o resultado. Ainda pode alterar a sua resposta.',
  ],
  yourWrong: [
    'Your answer: wrong, because “{reason}”',
    'Has dicho que está mal: «{reason}»',
    'Disse que está errado: «{reason}»',
  ],
  reported: [
    'Your pair reported this result, so the other pair confirms it. Answer if it is wrong.',
    'Tu pareja comunicó este resultado, así que lo confirma la otra. Avisa si está mal.',
    'A sua dupla comunicou este resultado, por isso confirma-o a outra. Avise se estiver errado.',
  ],
});

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
          label={t.because}
          hint={t.hint}
          name="reason"
          defaultValue={reason ?? ''}
          required
          maxLength={300}
          autoComplete="off"
          autoFocus
        />
        <div className="actions">
          <button type="button" onClick={() => setWrong(false)}>
            {t.back}
          </button>
          <button type="submit" className="main" disabled={isSending}>
            {t.send}
          </button>
        </div>
      </form>
    );
  }
  return (
    <section className="tile">
      {answer === 'right' && <p>{t.yourRight}</p>}
      {answer === 'wrong' && <p>{t.yourWrong.replace('{reason}', () => reason ?? '')}</p>}
      {answer === null && !counts && <p>{t.reported}</p>}
      <div className="answers">
        <button
          type="button"
          className={answer === 'wrong' ? undefined : 'main'}
          disabled={isSending || answer === 'right'}
          onClick={() => void send({ answer: 'right' })}
        >
          {t.right}
        </button>
        <button type="button" disabled={isSending} onClick={() => setWrong(true)}>
          {t.wrong}
        </button>
      </div>
    </section>
  );
}

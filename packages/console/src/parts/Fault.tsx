import { BandejaError, NoAnswerError } from '@bandeja/client';
import { texts } from '../language.ts';
import { explain, isForbidden } from '../problems.ts';

const t = texts({
  again: ['Try again', 'Reintentar', 'Tentar de novo'],
  requestId: ['Request id', 'Identificador', 'Identificador'],
  forbidden: ['Not included in your access', 'No incluido en tu acceso', 'Não incluído no seu acesso'],
});

interface FaultProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** An error in a sentence, with the id that the operator finds in the log. */
export function Fault({ error, onRetry }: FaultProps) {
  const { sentence, detail } = explain(error);
  const forbidden = isForbidden(error);
  const isMissing = error instanceof BandejaError && error.status === 404;
  const requestId = error instanceof BandejaError ? error.requestId : null;
  return (
    <div className={forbidden ? 'state forbidden' : 'state fault'} role="alert">
      {forbidden && <h2>{t.forbidden}</h2>}
      <p>{sentence}</p>
      {detail !== null && <p className="quiet">{detail}</p>}
      {requestId !== null && !forbidden && !isMissing && (
        <p className="quiet small">
          {t.requestId}: <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && !forbidden && !isMissing && (
        <button type="button" onClick={onRetry}>
          {t.again}
        </button>
      )}
    </div>
  );
}

/** Whether data that is on the screen may be old, because the service does not answer. */
export const isOffline = (error: unknown): boolean => error instanceof NoAnswerError;

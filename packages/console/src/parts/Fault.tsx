import { BandejaError, NoAnswerError } from '@bandeja/client';
import { texts } from '../language.ts';
import { formatClock } from '../numbers.ts';
import { explain, isForbidden } from '../problems.ts';

const t = texts('console.parts.fault');

interface FaultProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** An error in a sentence. If the service failed, with the id that the operator finds in the log. */
export function Fault({ error, onRetry }: FaultProps) {
  const forbidden = isForbidden(error);
  const isMissing = error instanceof BandejaError && error.status === 404;
  const requestId = error instanceof BandejaError && error.status >= 500 ? error.requestId : null;
  return (
    <div className={forbidden ? 'state forbidden' : 'state fault'} role="alert">
      {forbidden && <h2>{t('forbidden')}</h2>}
      <p>{explain(error)}</p>
      {requestId !== null && (
        <p className="quiet small">
          {t('request_id')}: <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && !forbidden && !isMissing && (
        <button type="button" onClick={onRetry}>
          {t('again')}
        </button>
      )}
    </div>
  );
}

/** Whether data that is on the screen may be old, because the service does not answer. */
export const isOffline = (error: unknown): boolean => error instanceof NoAnswerError;

/** A warning that the page may be old. */
export const staleText = (readAt: number): string => t('stale', { time: formatClock(readAt) });

import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { texts } from '../language.ts';
import { Fault } from './Fault.tsx';

const t = texts('console.parts.run_state');

/** Many requests, one after the other. */
interface Run {
  readonly state: string;
  readonly isRetrying?: boolean;
  /** Why the last attempt failed. */
  readonly error: unknown;
  stop(): void;
}

interface RunStateProps {
  readonly run: Run;
  readonly isBusy: boolean;
  /** Shown after a stop and after a failure. */
  readonly stoppedNote: string;
  /** Continues after a stop or a failure. Default: it is continued elsewhere. */
  readonly onGo?: () => void;
  /** Shown instead of the error of a failed run. */
  readonly fault?: ReactNode;
  /** Shown above the buttons. */
  readonly note?: ReactNode;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Asks before the page is left while requests are sent. */
export function useLeaveQuestion(isBusy: boolean, question: string): void {
  useBlocker({ shouldBlockFn: () => isBusy && !window.confirm(question), enableBeforeUnload: isBusy });
}

/** The state of a run below its progress, with the buttons that stop and continue it. */
export function RunState({ run, isBusy, stoppedNote, onGo, fault, note, children }: RunStateProps) {
  const isEndedEarly = run.state === 'stopped' || run.state === 'failed';
  return (
    <>
      {run.isRetrying === true && (
        <p className="warn" role="status">
          {t('retrying')}
        </p>
      )}
      {run.state === 'failed' && (fault ?? <Fault error={run.error} />)}
      {isEndedEarly && <p className="warn">{stoppedNote}</p>}
      {note}
      <div className="actions">
        {isBusy && (
          <button type="button" disabled={run.state === 'stopping'} onClick={() => run.stop()}>
            {t('stop')}
          </button>
        )}
        {isEndedEarly && onGo !== undefined && (
          <button type="button" className="main" onClick={onGo}>
            {t('go')}
          </button>
        )}
        {children}
      </div>
    </>
  );
}

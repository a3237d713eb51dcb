import type { Bandeja, Retry } from '@bandeja/client';
import type { Connection } from '../environment.ts';
import type { ProgressDisplay } from '../progress.ts';
import { partnerClient } from './client.ts';

interface PatientOptions {
  readonly display: ProgressDisplay;
  /** Ends waits between two attempts. */
  readonly signal: AbortSignal;
  /** Whether retries are not shown. */
  readonly isQuiet: boolean;
  readonly onRetry: () => void;
  /** The line that is shown. */
  readonly textOf: (retry: Retry) => string;
}

/** A client for many requests, which keeps trying and shows that it does. */
export function patientClient(
  connection: Connection,
  { display, signal, isQuiet, onRetry, textOf }: PatientOptions,
): Bandeja {
  return partnerClient(
    // The service's sentences are a part of the command's own, which are English.
    { ...connection, language: 'en' },
    {
      isPatient: true,
      signal,
      onRetry: (retry) => {
        onRetry();
        if (!isQuiet) display.noteOnce(textOf(retry), retry.delayMs);
      },
    },
  );
}

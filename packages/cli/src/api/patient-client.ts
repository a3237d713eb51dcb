import type { Bandeja } from '@bandeja/client';
import type { Connection } from '../environment.ts';
import type { ProgressDisplay } from '../progress.ts';
import { partnerClient } from './client.ts';

interface PatientOptions {
  readonly display: ProgressDisplay;
  /** Ends waits between two attempts. */
  readonly signal: AbortSignal;
  /** Whether retries are not shown. */
  readonly isQuiet: boolean;
  readonly onRetry?: () => void;
}

/** A client for many requests, which keeps trying and shows that it does. */
export function patientClient(
  connection: Connection,
  { display, signal, isQuiet, onRetry = () => {} }: PatientOptions,
): Bandeja {
  return partnerClient(
    // The service's sentences are a part of the command's own, which are English.
    { ...connection, language: 'en' },
    {
      isPatient: true,
      signal,
      onRetry: ({ reason, delayMs }) => {
        onRetry();
        if (!isQuiet) display.noteOnce(`Trying again in ${(delayMs / 1000).toFixed(1)} s: ${reason}.`, delayMs);
      },
    },
  );
}

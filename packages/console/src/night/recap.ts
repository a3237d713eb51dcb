/** The recap of a link's night. */
import { type Api, BandejaError } from '@bandeja/client';
import { useCallback } from 'react';
import type { NightHighlights } from './Highlights.tsx';
import { type OpenLink, useAnswer } from './link.ts';

/** Its data is null without a result. */
export const useRecap = ({ client }: OpenLink) =>
  useAnswer<Api.NightRecap | null>(
    useCallback(
      async (signal) => {
        try {
          return await client.recap({ signal });
        } catch (error) {
          if (error instanceof BandejaError && error.code === 'session_not_found') return null;
          throw error;
        }
      },
      [client],
    ),
  );

export const highlightsOf = ({ biggest_upset: upset, closest }: Api.NightRecap): NightHighlights => ({
  upset,
  over: null,
  closest,
});

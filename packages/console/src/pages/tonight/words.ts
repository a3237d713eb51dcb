/** How nights are named on the list and on their page. */
import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';

const t = texts('console.tonight.words');

export const countPlayers = (n: number): string => t('players', { n });
export const countCourts = (n: number): string => t('courts', { n });
export const countRounds = (n: number): string => t('rounds', { n });
export const roundOf = (n: number, all: number): string => t('round', { n, all });
export const stateName = (state: Api.Plan['state']): string => t(state);

/** The match in words, as a player reads it. */
import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { formatMoment } from '../numbers.ts';

const t = texts('console.confirmation.words');

type Page = Api.LinkedMatch;

/** What happens next, and when. */
export function nextOf(page: Page): readonly string[] {
  const { state, match, deadline, then } = page;
  if (state === 'closed') return [match.status === 'voided' ? t('voided') : t('completed')];
  if (state !== 'awaiting') return [t(state)];
  const when = deadline === null ? [] : [t(then, { at: formatMoment(deadline) })];
  return [t(missingOf(page)), ...when];
}

/** The pair that is missing. */
const missingOf = ({ team, counts, confirmed }: Page): 'awaits_you' | 'awaits_other' =>
  counts && !confirmed[team] ? 'awaits_you' : 'awaits_other';

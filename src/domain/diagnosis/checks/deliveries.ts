import { readUnpublished, readUnwellEndpoints } from '../../../store/diagnosis/deliveries.ts';
import { type Check, fine, lengthText, problem, warning } from '../check.ts';

/** A change is an event within a second. */
const UNPUBLISHED_WARNING_S = 30;
const UNPUBLISHED_PROBLEM_S = 300;

/** Whether what happened becomes events. */
export const events: Check = {
  code: 'events',
  async look({ database }) {
    const { seconds, changes } = await readUnpublished(database);
    const values = { waiting_changes: changes, oldest_seconds: seconds };
    if (seconds === null || seconds < UNPUBLISHED_WARNING_S)
      return fine('What happens becomes events at once.', values);
    const text = `What happened ${lengthText(seconds)} ago is no event yet. Changes that wait: ${changes}.`;
    const advice = 'Look for “events could not be published” in the log of the service.';
    return seconds > UNPUBLISHED_PROBLEM_S ? problem(text, advice, values) : warning(text, advice, values);
  },
};

const FAILING_LONG_S = 3_600;
const SHOWN_MAX = 5;

/** Receivers of webhooks. They are up to the partners, who can be told. */
export const receivers: Check = {
  code: 'receivers',
  async look({ database }) {
    const unwell = await readUnwellEndpoints(database, FAILING_LONG_S);
    if (unwell.length === 0) return fine('No receiver of a partner has been failing for an hour.');
    const shown = unwell.slice(0, SHOWN_MAX).map(({ partner, disabled_reason: reason, seconds }) => {
      const what =
        reason === null ? 'failing' : reason === 'gone' ? 'disabled, as it answered 410,' : 'disabled as failing';
      return `${partner} (${what} for ${lengthText(seconds)})`;
    });
    const more = unwell.length > SHOWN_MAX ? ', and others' : '';
    return warning(
      `Receivers of partners take no events: ${shown.join(', ')}${more}.`,
      'Tell the partners; bandeja webhooks deliveries shows them why. They enable a disabled one again, and miss nothing that is kept.',
      { unwell },
    );
  },
};

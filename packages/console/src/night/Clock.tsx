import { texts } from '../language.ts';
import { clockText, roundEnd, type TimedNight, useSecondsUntil } from './clock.ts';
import { shared } from './words.ts';

const t = texts('console.night.clock');

/** The time that is left of a round that ends by time. Empty for other nights. */
export function Clock({ night }: { readonly night: TimedNight }) {
  const seconds = useSecondsUntil(roundEnd(night));
  if (seconds === null) return null;
  return (
    <strong className="clock" role="timer" aria-label={t('left')}>
      {seconds > 0 ? clockText(seconds) : shared('over')}
    </strong>
  );
}

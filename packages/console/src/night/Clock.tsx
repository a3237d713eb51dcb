import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { clockText, roundEnd, useSecondsUntil } from './clock.ts';

const t = texts({
  left: ['Time left in this round', 'Tiempo restante de la ronda', 'Tempo restante da ronda'],
  over: ['Time!', '¡Tiempo!', 'Tempo!'],
});

/** The time that is left of a round that ends by time. Empty for other nights. */
export function Clock({
  night,
}: {
  readonly night: Pick<Api.Night, 'state' | 'scoring' | 'points_per_match' | 'round'>;
}) {
  const seconds = useSecondsUntil(roundEnd(night));
  if (seconds === null) return null;
  return (
    <span className="clock" role="timer" aria-label={t.left}>
      {seconds > 0 ? clockText(seconds) : t.over}
    </span>
  );
}

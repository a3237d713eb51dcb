import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { Lineups } from '../../night/RoundView.tsx';
import { formatNumber, formatShare } from '../../numbers.ts';
import { Facts } from '../../parts/Figures.tsx';
import { Unfold } from '../../parts/Unfold.tsx';
import { nameOfIn } from '../../results/court.ts';
import { countRounds } from '../tonight/words.ts';

const t = texts('console.plan.certificate');

interface CertificateProps {
  readonly plan: Api.Plan;
  readonly isDrawing?: boolean;
  /** Whether the rounds unfold below. Default: true. */
  readonly hasRounds?: boolean;
  readonly onDrawAgain?: () => void;
}

function lengthOf({ rounds, minutes_per_round: minutes }: Api.Plan): string {
  const all = rounds.length * (minutes ?? 0);
  if (all === 0) return '';
  return ` · ${t('length', { h: Math.floor(all / 60), m: all % 60 })}`;
}

/** How fair a plan is: in a sentence, then in figures, then round by round. */
export function Certificate({ plan, isDrawing = false, hasRounds = true, onDrawAgain }: CertificateProps) {
  const nameOf = nameOfIn(plan);
  // The figures of one round say nothing about the night.
  const isFirstRoundOnly =
    plan.format === 'mexicano' && plan.rounds.slice(1).every(({ courts }) => courts.length === 0);
  return (
    <section className="tile certificate" aria-busy={isDrawing}>
      <header>
        <h2>
          {countRounds(plan.rounds.length)}
          {lengthOf(plan)}
        </h2>
        {onDrawAgain !== undefined && (
          <button type="button" className="plain" onClick={onDrawAgain}>
            {t('again')}
          </button>
        )}
      </header>
      <p className="in-words">{isFirstRoundOnly ? t('mexicano') : plan.quality.text}</p>
      {!isFirstRoundOnly && (
        <Unfold summary={t('figures')}>
          <Figures quality={plan.quality} />
        </Unfold>
      )}
      {hasRounds && (
        <Unfold summary={t('rounds')}>
          <div className="stack">
            {plan.rounds.map((round) =>
              round.courts.length === 0 ? (
                <p key={round.round} className="quiet">
                  {t('round', { n: round.round })}: {t('later')}
                </p>
              ) : (
                <Lineups
                  key={round.round}
                  title={t('round', { n: round.round })}
                  courts={round.courts}
                  resting={round.resting}
                  nameOf={nameOf}
                />
              ),
            )}
          </div>
        </Unfold>
      )}
    </section>
  );
}

function Figures({ quality }: { readonly quality: Api.PlanQuality }) {
  const { opponent_meetings: met, worst_imbalance: worst } = quality;
  const bounded = (value: number, bound: number) => (value === bound ? formatNumber(value) : t('of', { value, bound }));
  return (
    <Facts
      facts={[
        [t('repeats'), bounded(quality.teammate_repeats, quality.teammate_lower_bound)],
        [t('opponents'), met.min === met.max ? formatNumber(met.min) : `${met.min}–${met.max}`],
        [t('rests'), bounded(quality.sit_out_difference, quality.rest_difference_bound)],
        [t('never'), formatNumber(quality.never_met)],
        [
          t('chances'),
          worst !== null && worst > 0
            ? t('chances_value', { a: formatShare(0.5 + worst), b: formatShare(0.5 - worst) })
            : null,
        ],
      ]}
    />
  );
}

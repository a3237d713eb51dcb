import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '../../language.ts';
import { Lineups, RoundView } from '../../night/RoundView.tsx';
import { Unfold } from '../../parts/Unfold.tsx';
import { rulesOf } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import { Certificate } from './Certificate.tsx';
import { ChangeByHand } from './ChangeByHand.tsx';
import { LastEntry } from './LastStep.tsx';
import type { NightParts } from './shared.ts';

const t = texts('console.plan.rounds');

/** Every round: results of played ones are corrected here, lineups of planned ones changed. On paper, all lineups. */
export function Rounds(props: NightParts) {
  const { plan, nameOf } = props;
  const [isPrinting, setPrinting] = useState(false);
  const print = () => {
    flushSync(() => setPrinting(true));
    window.addEventListener('afterprint', () => setPrinting(false), { once: true });
    window.print();
  };
  return (
    <>
      <Certificate plan={plan} hasRounds={false} />
      <div className="rounds">
        {plan.rounds.map((round) =>
          isPrinting ? (
            <Lineups key={round.round} title={t('round', { n: round.round })} {...round} nameOf={nameOf} />
          ) : (
            <RoundSection key={round.round} round={round} {...props} />
          ),
        )}
      </div>
      <div className="actions">
        <button type="button" onClick={print}>
          {t('print')}
        </button>
      </div>
      <LastEntry {...props} />
    </>
  );
}

function RoundSection({ round, ...night }: NightParts & { readonly round: Api.PlanRound }) {
  const entered = round.courts.filter(({ result }) => result !== null).length;
  const state = round.state === 'played' ? t('played', { n: entered, all: round.courts.length }) : t(round.state);
  const summary = (
    <>
      {t('round', { n: round.round })} <span className="quiet small">· {state}</span>
      {round.by_hand && <span className="chip">{t('by_hand')}</span>}
    </>
  );
  return (
    <Unfold className="tile" isOpen={round.state === 'open'} summary={summary}>
      <RoundContent round={round} {...night} />
    </Unfold>
  );
}

function RoundContent({ round, plan, change, results, nameOf }: NightParts & { readonly round: Api.PlanRound }) {
  const forbidden = useForbidden(needs.writeMatches);
  if (round.courts.length === 0) return <p className="quiet">{t('later')}</p>;
  if (round.state === 'planned') {
    return (
      <>
        <Lineups title={t('lineups')} courts={round.courts} resting={round.resting} nameOf={nameOf} />
        <ChangeByHand round={round} plan={plan} change={change} />
      </>
    );
  }
  return (
    <RoundView
      courts={round.courts}
      resting={round.resting}
      rules={rulesOf(plan)}
      isOpen={round.state === 'open'}
      canScore={() => forbidden === null && plan.state !== 'closed'}
      {...results.inRound(round.round)}
    />
  );
}

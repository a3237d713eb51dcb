import { texts } from '../../language.ts';
import { Clock } from '../../night/Clock.tsx';
import { Lineups, RoundView } from '../../night/RoundView.tsx';
import { Standings } from '../../night/Standings.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { rulesOf } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import { ChangeByHand } from './ChangeByHand.tsx';
import { LastStep } from './LastStep.tsx';
import { EndNight, NextRound } from './NextRound.tsx';
import { RankingRule } from './RankBy.tsx';
import type { NightParts } from './shared.ts';

const t = texts('console.plan.current_round');

/** The open round with the ranking: at the court on a phone, side by side on a wide screen. */
export function CurrentRound({ plan, live, change, results, nameOf }: NightParts) {
  const forbidden = useForbidden(needs.writeMatches);
  // Not that of `live`: a mexicano draws its next round when it opens.
  const nextRound = plan.rounds.find(({ state }) => state === 'planned')?.round ?? null;
  return (
    <Loaded query={live} rows={6}>
      {({ round, next, open_courts: missing, ...night }) => (
        <>
          <div className="columns night">
            <div className="stack">
              {round !== null && (
                <>
                  <header className="title-line">
                    <h2>{t('round', { n: round.round })}</h2>
                    <Clock night={{ ...plan, round }} />
                    <span className="quiet">
                      {t('entered', { n: round.courts.length - missing, all: round.courts.length })}
                    </span>
                  </header>
                  <RoundView
                    courts={round.courts}
                    resting={round.resting}
                    rules={rulesOf(plan)}
                    canScore={() => forbidden === null}
                    {...results.inRound(round.round)}
                  />
                  <ChangeByHand key={round.round} round={round} plan={plan} change={change} />
                </>
              )}
              {next !== null && next.courts.length > 0 && (
                <Lineups title={t('next', { n: next.round })} {...next} nameOf={nameOf} />
              )}
            </div>
            <Tile title={t('ranking')} note={<RankingRule night={night} change={change} />}>
              <Standings night={night} />
            </Tile>
          </div>
          <div className="action-bar">
            <LastStep plan={plan} round={round} change={change} results={results} nameOf={nameOf} />
            <EndNight plan={plan} round={round} isMain={nextRound === null} />
            {nextRound !== null && <NextRound plan={plan} round={round} next={nextRound} change={change} />}
          </div>
        </>
      )}
    </Loaded>
  );
}

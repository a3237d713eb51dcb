import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { nameOfIn } from '../../results/court.ts';
import type { PlanChanges } from './useChange.ts';

const t = texts('console.plan.overtaken');

interface OvertakenProps {
  readonly before: Api.Plan;
  readonly now: Api.Plan;
  readonly change: Pick<PlanChanges, 'dismiss' | 'isBusy' | 'sendAgain'>;
}

/** The change that came first, and the offer to send yours again. */
export function Overtaken({ before, now, change }: OvertakenProps) {
  const changes = differences(before, now);
  return (
    <section className="conflict" role="alert">
      <h2>{t('title')}</h2>
      <ul>
        {(changes.length === 0 ? [t('other')] : changes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{t('yours')}</p>
      <div className="actions">
        <button type="button" onClick={change.dismiss}>
          {t('dismiss')}
        </button>
        <button type="button" className="main" disabled={change.isBusy} onClick={change.sendAgain}>
          {t('again')}
        </button>
      </div>
    </section>
  );
}

const lineupsOf = (round: Api.PlanRound | undefined): string =>
  JSON.stringify(round?.courts.map(({ court, team_a, team_b }) => [court, team_a, team_b]));

function differences(before: Api.Plan, now: Api.Plan): string[] {
  const sentences: string[] = [];
  const nameOf = nameOfIn(now);
  for (const { number, until_round: until } of now.players) {
    const name = nameOf(number);
    const known = before.players.find((one) => one.number === number);
    if (known === undefined) sentences.push(t('joined', { name }));
    else if (until !== known.until_round)
      sentences.push(until === null ? t('back', { name }) : t('left', { name, n: until }));
  }
  if (before.courts !== now.courts) sentences.push(t('courts', { before: before.courts, now: now.courts }));
  const [had, has] = [before.rounds.length, now.rounds.length];
  if (had !== has) sentences.push(t('rounds', { before: had, now: has }));
  for (const { round, state } of now.rounds) {
    const was = before.rounds.find((one) => one.round === round)?.state;
    if (state !== 'planned' && was === 'planned') sentences.push(t('opened', { n: round }));
  }
  const drawn = now.rounds.filter((round) => {
    const known = before.rounds.find((one) => one.round === round.round);
    return known !== undefined && lineupsOf(known) !== lineupsOf(round);
  });
  if (drawn.length > 0) sentences.push(t('drawn', { list: drawn.map(({ round }) => round).join(', ') }));
  if (now.state === 'closed') sentences.push(t('closed'));
  return sentences;
}

import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';
import { nameOfIn } from '../../results/court.ts';
import type { PlanChanges } from './useChange.ts';

const t = texts({
  title: ['Someone else changed the plan first', 'Alguien cambió el plan antes', 'Alguém alterou o plano antes'],
  joined: ['{name} joined.', 'Se unió {name}.', 'Entrou {name}.'],
  left: ['{name} leaves after round {n}.', '{name} se va tras la ronda {n}.', '{name} sai após a ronda {n}.'],
  back: ['{name} came back.', 'Volvió {name}.', 'Voltou {name}.'],
  courts: ['Courts: {before} → {now}.', 'Pistas: {before} → {now}.', 'Campos: {before} → {now}.'],
  rounds: ['Rounds: {before} → {now}.', 'Rondas: {before} → {now}.', 'Rondas: {before} → {now}.'],
  opened: ['Round {n} was opened.', 'Se abrió la ronda {n}.', 'A ronda {n} foi aberta.'],
  closed: ['The night was closed.', 'Se cerró la noche.', 'A noite foi fechada.'],
  drawn: ['Drawn again: round {list}.', 'Sorteada de nuevo: ronda {list}.', 'Sorteada de novo: ronda {list}.'],
  other: ['Its settings were changed.', 'Se cambiaron los ajustes.', 'As definições foram alteradas.'],
  yours: ['Your change was not stored.', 'Tu cambio no se guardó.', 'A sua alteração não foi guardada.'],
  again: ['Do the same again', 'Repetir mi cambio', 'Repetir a alteração'],
  dismiss: ['Leave it', 'Dejarlo así', 'Deixar assim'],
});

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
      <h2>{t.title}</h2>
      <ul>
        {(changes.length === 0 ? [t.other] : changes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{t.yours}</p>
      <div className="actions">
        <button type="button" onClick={change.dismiss}>
          {t.dismiss}
        </button>
        <button type="button" className="main" disabled={change.isBusy} onClick={change.sendAgain}>
          {t.again}
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
    if (known === undefined) sentences.push(fill(t.joined, { name }));
    else if (until !== known.until_round)
      sentences.push(until === null ? fill(t.back, { name }) : fill(t.left, { name, n: until }));
  }
  if (before.courts !== now.courts) sentences.push(fill(t.courts, { before: before.courts, now: now.courts }));
  const [had, has] = [before.rounds.length, now.rounds.length];
  if (had !== has) sentences.push(fill(t.rounds, { before: had, now: has }));
  for (const { round, state } of now.rounds) {
    const was = before.rounds.find((one) => one.round === round)?.state;
    if (state !== 'planned' && was === 'planned') sentences.push(fill(t.opened, { n: round }));
  }
  const drawn = now.rounds.filter((round) => {
    const known = before.rounds.find((one) => one.round === round.round);
    return known !== undefined && lineupsOf(known) !== lineupsOf(round);
  });
  if (drawn.length > 0) sentences.push(fill(t.drawn, { list: drawn.map(({ round }) => round).join(', ') }));
  if (now.state === 'closed') sentences.push(t.closed);
  return sentences;
}

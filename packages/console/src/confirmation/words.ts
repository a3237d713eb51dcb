/** The match in words, as a player reads it. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../language.ts';
import { formatMoment } from '../numbers.ts';

const t = texts({
  awaitsYou: [
    'A player of your pair has to confirm the result.',
    'Falta que alguien de tu pareja confirme el resultado.',
    'Falta que alguém da sua dupla confirme o resultado.',
  ],
  awaitsOther: [
    'A player of the other pair has to confirm the result.',
    'Falta que alguien de la otra pareja confirme el resultado.',
    'Falta que alguém da outra dupla confirme o resultado.',
  ],
  disputed: [
    'A player says that the result is wrong. The organizer decides now.',
    'Alguien dice que el resultado no es correcto. Ahora decide quien organiza.',
    'Alguém diz que o resultado está errado. Agora decide quem organiza.',
  ],
  expired: [
    'The time to answer is over. The organizer decides now.',
    'El plazo para responder ha terminado. Ahora decide quien organiza.',
    'O prazo para responder terminou. Agora decide quem organiza.',
  ],
  completed: ['The result counts.', 'El resultado cuenta.', 'O resultado conta.'],
  voided: ['The match does not count.', 'El partido no cuenta.', 'O encontro não conta.'],
  complete: [
    'Without an objection it counts on {at}.',
    'Si nadie se opone, cuenta el {at}.',
    'Se ninguém se opuser, conta em {at}.',
  ],
  void: [
    'Without a confirmation it is dropped on {at}.',
    'Si nadie lo confirma, se descarta el {at}.',
    'Se ninguém o confirmar, é descartado em {at}.',
  ],
  stay: [
    'You can answer until {at}. After that, the organizer decides.',
    'Puedes responder hasta el {at}. Después decide quien organiza.',
    'Pode responder até {at}. Depois decide quem organiza.',
  ],
});

type Page = Api.LinkedMatch;

/** What happens next, and when. */
export function nextOf(page: Page): readonly string[] {
  const { state, match, deadline, then } = page;
  if (state === 'closed') return [match.status === 'voided' ? t.voided : t.completed];
  if (state !== 'awaiting') return [t[state]];
  const when = deadline === null ? [] : [fill(t[then], { at: formatMoment(deadline) })];
  return [t[missingOf(page)], ...when];
}

/** The pair that is missing. */
const missingOf = ({ team, counts, confirmed }: Page): 'awaitsYou' | 'awaitsOther' =>
  counts && !confirmed[team] ? 'awaitsYou' : 'awaitsOther';

/** What an entry of the audit trail says, in sentences for the people of a club. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';

const t = texts({
  program: ['A program', 'Un programa', 'Um programa'],
  link: ['Someone with a link', 'Alguien con un enlace', 'Alguém com um link'],
  operator: ['The operator of the service', 'Quien opera el servicio', 'Quem opera o serviço'],
  service: ['The deadline', 'El plazo', 'O prazo'],
  someone: ['Someone of the club', 'Alguien del club', 'Alguém do clube'],
  submitted: ['{who} entered the match.', '{who}: partido anotado.', '{who}: encontro registado.'],
  answered: ['{who} answered for a player.', '{who}: respuesta de un jugador.', '{who}: resposta de um jogador.'],
  confirmed: ['{who} confirmed the result.', '{who}: resultado confirmado.', '{who}: resultado confirmado.'],
  voided: ['{who} voided the match.', '{who}: partido anulado.', '{who}: encontro anulado.'],
  changed: [
    '{who} changed {what} from {before} to {after}.',
    '{who} cambió {what} de {before} a {after}.',
    '{who} alterou {what} de {before} para {after}.',
  ],
  changedOnly: ['{who} changed {what}.', '{who} cambió {what}.', '{who} alterou {what}.'],
  added: ['{who} added {what}: {after}.', '{who} añadió {what}: {after}.', '{who} acrescentou {what}: {after}.'],
  removed: ['{who} removed {what}: {before}.', '{who} quitó {what}: {before}.', '{who} retirou {what}: {before}.'],
  score: ['the score', 'el resultado', 'o resultado'],
  set: ['set {n}', 'el set {n}', 'o set {n}'],
  set1: ['the first set', 'el primer set', 'o primeiro set'],
  set2: ['the second set', 'el segundo set', 'o segundo set'],
  set3: ['the third set', 'el tercer set', 'o terceiro set'],
  details: ['other details', 'otros datos', 'outros dados'],
});

/** The other facts of a match that people know by a name. */
const facts = texts({
  played_at: ['the time', 'la hora', 'a hora'],
  venue_label: ['the place', 'el lugar', 'o local'],
  duration_minutes: ['the minutes', 'los minutos', 'os minutos'],
  winning_team: ['the winner', 'el ganador', 'o vencedor'],
  outcome: ['how the match ended', 'cómo acabó el partido', 'como acabou o encontro'],
  participants: ['the players', 'los jugadores', 'os jogadores'],
});

const NAMED = { operator: t.operator, service: t.service, key: t.program, link: t.link, person: t.someone };

/** The name of an actor. @param names those of the people, by id */
export function actorName(actor: string, names: ReadonlyMap<string, string>): string {
  const [kind = '', id = ''] = actor.split(':');
  return names.get(id) ?? NAMED[kind as keyof typeof NAMED] ?? t.someone;
}

type Sets = readonly Pick<Api.SetScore, 'set_number' | 'team_a_games' | 'team_b_games'>[];

function setSentences(who: string, before: Sets, after: Sets): readonly string[] {
  const numbers = [...new Set([...before, ...after].map((set) => set.set_number))].toSorted((a, b) => a - b);
  const scoreIn = (sets: Sets, number: number): string | undefined =>
    sets.filter((set) => set.set_number === number).map((set) => `${set.team_a_games}–${set.team_b_games}`)[0];
  return numbers.flatMap((number) => {
    const [old, now] = [scoreIn(before, number), scoreIn(after, number)];
    const ordinal = { 1: t.set1, 2: t.set2, 3: t.set3 }[number] ?? fill(t.set, { n: number });
    const what = numbers.length === 1 ? t.score : ordinal;
    if (old === now) return [];
    if (old === undefined) return [fill(t.added, { who, what, after: now ?? '' })];
    if (now === undefined) return [fill(t.removed, { who, what, before: old })];
    return [fill(t.changed, { who, what, before: old, after: now })];
  });
}

/** Who did what, a sentence for each changed part. */
export function sentencesOf(
  { action, actor, changes }: Pick<Api.AuditEntry, 'action' | 'actor' | 'changes'>,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const who = actorName(actor, names);
  // Entries about starting levels have no match.
  if (action === 'starting_level') return [];
  if (action !== 'amended') return [fill(t[action], { who })];
  const sentences = changes.flatMap(({ pointer, before, after }) => {
    const field = pointer.slice(1);
    if (field === 'set_scores') return setSentences(who, before as Sets, after as Sets);
    const what = facts[field as keyof typeof facts];
    if (what === undefined) return [];
    const shown = [before, after].map((value) => (field === 'played_at' ? formatMoment(String(value)) : value));
    const isReadable =
      field !== 'winning_team' && field !== 'outcome' && shown.every((value) => typeof value !== 'object');
    if (!isReadable) return [fill(t.changedOnly, { who, what })];
    return [fill(t.changed, { who, what, before: String(shown[0]), after: String(shown[1]) })];
  });
  return sentences.length > 0 ? sentences : [fill(t.changedOnly, { who, what: t.details })];
}

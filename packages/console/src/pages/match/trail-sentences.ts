/** What an entry of the audit trail says, in sentences for the people of a club. */
import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';

const t = texts('console.match.trail_sentences');

/** The other facts of a match that people know by a name. */
const facts = texts('console.match.trail_sentences_facts');

const KINDS = { operator: 'operator', service: 'service', key: 'program', link: 'link', person: 'someone' } as const;

/** The name of an actor. @param names those of the people, by id */
export function actorName(actor: string, names: ReadonlyMap<string, string>): string {
  const [kind = '', id = ''] = actor.split(':');
  return names.get(id) ?? t(KINDS[kind as keyof typeof KINDS] ?? 'someone');
}

type Sets = readonly Pick<Api.SetScore, 'set_number' | 'team_a_games' | 'team_b_games'>[];

function setSentences(who: string, before: Sets, after: Sets): readonly string[] {
  const numbers = [...new Set([...before, ...after].map((set) => set.set_number))].toSorted((a, b) => a - b);
  const scoreIn = (sets: Sets, number: number): string | undefined =>
    sets.filter((set) => set.set_number === number).map((set) => `${set.team_a_games}–${set.team_b_games}`)[0];
  return numbers.flatMap((number) => {
    const [old, now] = [scoreIn(before, number), scoreIn(after, number)];
    const ordinal = { 1: t('set1'), 2: t('set2'), 3: t('set3') }[number] ?? t('set', { n: number });
    const what = numbers.length === 1 ? t('score') : ordinal;
    if (old === now) return [];
    if (old === undefined) return [t('added', { who, what, after: now ?? '' })];
    if (now === undefined) return [t('removed', { who, what, before: old })];
    return [t('changed', { who, what, before: old, after: now })];
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
  if (action !== 'amended') return [t(action, { who })];
  const sentences = changes.flatMap(({ pointer, before, after }) => {
    const field = pointer.slice(1);
    if (field === 'set_scores') return setSentences(who, before as Sets, after as Sets);
    if (!facts.has(field)) return [];
    const what = facts(field);
    const shown = [before, after].map((value) => (field === 'played_at' ? formatMoment(String(value)) : value));
    const isReadable =
      field !== 'winning_team' && field !== 'outcome' && shown.every((value) => typeof value !== 'object');
    if (!isReadable) return [t('changed_only', { who, what })];
    return [t('changed', { who, what, before: String(shown[0]), after: String(shown[1]) })];
  });
  return sentences.length > 0 ? sentences : [t('changed_only', { who, what: t('details') })];
}

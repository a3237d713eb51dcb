/** The decisions that names offer. */
import { nameKey } from '@bandeja/importer/names/name-forms';
import type { Decision, Decisions } from './decisions.ts';
import type { Ready } from './importing.ts';

/** The decisions that a name can have, without another player. */
export function offered({ names, registrar }: Ready, name: string): readonly Decision[] {
  const meaning = names?.people.meaningOf(nameKey(name));
  if (names === null || meaning?.kind !== 'unclear') return [];
  const usernameOf = (other: string): string | null => {
    const found = names.people.meaningOf(nameKey(other));
    return found === undefined || found.kind === 'unclear'
      ? null
      : (registrar?.plannedUsername(found.username) ?? found.username);
  };
  const candidates = meaning.candidates.map(
    ({ username, displayName }): Decision =>
      username === null
        ? { kind: 'same', name: displayName, username: usernameOf(displayName) }
        : { kind: 'player', username, displayName },
  );
  // A placeholder must not become a player of that name.
  if (meaning.doubt === 'placeholder') return [...candidates, { kind: 'out' }];
  return [...candidates, { kind: 'new', username: names.people.suggestionFor(nameKey(name)) }, { kind: 'out' }];
}

/** The decisions that were made, as the names offer them now. Those that are no longer offered are to be made again. */
export function stillOffered(ready: Ready, decisions: Decisions): Decisions {
  const open = ready.names?.people.toSettle.filter(({ meaning }) => meaning.kind === 'unclear') ?? [];
  return Object.fromEntries(
    open.flatMap(({ name: { name } }) => {
      const made = decisions[name];
      const now = made === undefined ? undefined : currentForm(ready, made, offered(ready, name));
      return now === undefined ? [] : [[name, now]];
    }),
  );
}

/** A player who was new, or had another name of the file, may be registered by now. */
function currentForm({ names }: Ready, made: Decision, options: readonly Decision[]): Decision | undefined {
  if (made.kind === 'out') return made;
  const isPlayer = (option: Decision): boolean => option.kind === 'player' && option.username === made.username;
  const player = options.find(isPlayer);
  if (player !== undefined || made.kind === 'player') return player ?? made;
  if (made.kind === 'new') return options.find((option) => option.kind === 'new' && option.username === made.username);
  const isNamed = (option: Decision): boolean =>
    (option.kind === 'same' && option.name === made.name) ||
    (option.kind === 'player' && nameKey(option.displayName ?? '') === nameKey(made.name));
  const isNew = made.username !== null && names?.people.newPersonAt(made.username) !== undefined;
  return options.find(isNamed) ?? (isNew ? made : undefined);
}

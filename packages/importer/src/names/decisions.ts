/** What a person has decided about unclear names, and what the names offer. */
import { nameKey, unmarked } from './name-forms.ts';
import type { Names } from './names.ts';
import type { People, SettledName } from './people.ts';

/** A decision about a name: a player, a new one, or that its rows are left out. */
export type Decision =
  | { readonly kind: 'player'; readonly username: string; readonly displayName: string | null }
  /** The same person as another name of the file. The username is null if that name needs a decision, too. */
  | { readonly kind: 'same'; readonly name: string; readonly username: string | null }
  | { readonly kind: 'new'; readonly username: string }
  | { readonly kind: 'out' };

export type Decisions = Readonly<Record<string, Decision>>;

/** Follows “the same as” to the last name: `open` if it is not decided, `circle` if there is none. */
export function followed(
  name: string,
  decisions: Decisions,
): { readonly name: string; readonly decision: Decision } | 'open' | 'circle' {
  const seen = new Set<string>();
  for (let last = name; !seen.has(last); ) {
    seen.add(last);
    const decision = decisions[last];
    if (decision === undefined) return 'open';
    if (decision.kind !== 'same' || decision.username !== null) return { name: last, decision };
    last = decision.name;
  }
  return 'circle';
}

/** The decisions as a players file would have them, by the key of the name. */
export function settledBy(decisions: Decisions): ReadonlyMap<string, SettledName> {
  const settled = new Map<string, SettledName>();
  const settle = (name: string, username: string, displayName: string | null, isNew: boolean): void => {
    settled.set(nameKey(name), { name, username, displayName, countryCode: null, isNew });
  };
  for (const name of Object.keys(decisions)) {
    const last = followed(name, decisions);
    if (last === 'open' || last === 'circle') continue;
    const { decision } = last;
    if (decision.kind === 'player') settle(name, decision.username, decision.displayName, false);
    if (decision.kind === 'new') settle(name, decision.username, unmarked(last.name), true);
    if (decision.kind === 'same' && decision.username !== null) {
      const shown = unmarked(decision.name);
      settle(name, decision.username, shown, true);
      settle(decision.name, decision.username, shown, true);
    }
  }
  return settled;
}

/** The decisions that a name can have, without another player. */
export function offered({ people, planned }: Names, name: string): readonly Decision[] {
  const meaning = people.meaningOf(nameKey(name));
  if (meaning?.kind !== 'unclear') return [];
  const usernameOf = (other: string): string | null => {
    const found = people.meaningOf(nameKey(other));
    return found === undefined || found.kind === 'unclear' ? null : planned(found.username);
  };
  const candidates = meaning.candidates.map(
    ({ username, displayName }): Decision =>
      username === null
        ? { kind: 'same', name: displayName, username: usernameOf(displayName) }
        : { kind: 'player', username, displayName },
  );
  // A placeholder must not become a player of that name.
  if (meaning.doubt === 'placeholder') return [...candidates, { kind: 'out' }];
  return [...candidates, { kind: 'new', username: people.suggestionFor(nameKey(name)) }, { kind: 'out' }];
}

/** The decisions that were made, as the names offer them now. Those that are no longer offered are to be made again. */
export function stillOffered(names: Names, decisions: Decisions): Decisions {
  const { people } = names;
  const open = people.toSettle.filter(({ meaning }) => meaning.kind === 'unclear');
  return Object.fromEntries(
    open.flatMap(({ name: { name } }) => {
      const made = decisions[name];
      const now = made === undefined ? undefined : currentForm(people, made, offered(names, name));
      return now === undefined ? [] : [[name, now]];
    }),
  );
}

/** A player who was new, or had another name of the file, may be registered by now. */
function currentForm(people: People, made: Decision, options: readonly Decision[]): Decision | undefined {
  if (made.kind === 'out') return made;
  const isPlayer = (option: Decision): boolean => option.kind === 'player' && option.username === made.username;
  const player = options.find(isPlayer);
  if (player !== undefined || made.kind === 'player') return player ?? made;
  if (made.kind === 'new') {
    const isMade = (option: Decision): boolean => option.kind === 'new' && option.username === made.username;
    return options.find(isMade) ?? (people.isRegistered(made.username) ? made : undefined);
  }
  const isNamed = (option: Decision): boolean =>
    (option.kind === 'same' && option.name === made.name) ||
    (option.kind === 'player' && nameKey(option.displayName ?? '') === nameKey(made.name));
  const isNew =
    made.username !== null && (people.newPersonAt(made.username) !== undefined || people.isRegistered(made.username));
  return options.find(isNamed) ?? (isNew ? made : undefined);
}

/** A decision about a name: a player, a new one, or that its rows are left out. */
export type Decision =
  | { readonly kind: 'player'; readonly username: string; readonly displayName: string | null }
  /** The same person as another name of the file. The username is null if that name needs a decision, too. */
  | { readonly kind: 'same'; readonly name: string; readonly username: string | null }
  | { readonly kind: 'new'; readonly username: string }
  | { readonly kind: 'out' };

/** By name. */
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

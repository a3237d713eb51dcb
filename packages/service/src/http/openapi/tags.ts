import type { RouteOptions } from 'fastify';

/** Every tag, in the order in which the documentation shows them. */
const descriptions: Readonly<Record<string, string>> = {
  Matches: 'Submitting, confirming, changing, voiding and reading the partner’s own matches.',
  Sessions: 'Club nights: what was played, who won, who plays whom next.',
  Players: 'Looking up and registering players, their history and their rating.',
  Rosters: 'Named groups of players, and sharing private players.',
  Analysis: 'Patterns of play for coaches, the score over time, the card of a player.',
  Audit: 'The hash chain over everything that was done to the partner’s matches.',
  Events: 'What happened, in order, to be fetched.',
  Webhooks: 'What happened, in order, sent to the partner.',
  Sandbox: 'The world of a partner’s test keys: its clock, and clearing it.',
  Integrity: 'What a fair organiser would look into, with the evidence.',
  Operators: 'Partners, keys, usage and upkeep, with the operator token.',
  System: 'Health and documentation, for everyone.',
};

/** The tags that the routes use. @throws for a tag that is not described here. */
export function tagsOf(routes: readonly RouteOptions[]): { name: string; description: string }[] {
  const used = new Set(routes.flatMap((route) => route.schema?.tags ?? []));
  const unknown = [...used].filter((tag) => !Object.hasOwn(descriptions, tag));
  if (unknown.length > 0) throw new Error(`the tags ${unknown.join(', ')} are not described`);
  return Object.entries(descriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

/**
 * The one rule of who may see a player, as a condition for a statement: the profile is public, or the partner created
 * it, or has it on one of its rosters. Every statement that answers a partner about a player holds it, so that an
 * invisible player and one that never existed are alike an absent row.
 *
 * Each `roster_members` probe is one look-up in `roster_members_by_player`, and only for private players of others.
 *
 * @param player the alias of `players` in the statement.
 * @param partnerId an SQL expression for the partner's id, such as `$1`.
 */
export function visibleTo(player: string, partnerId: string): string {
  return `(${player}.profile_is_public or ${player}.creator_partner_id = ${partnerId} or exists (
    select from roster_members visible_by where visible_by.player_id = ${player}.id and visible_by.partner_id = ${partnerId}))`;
}

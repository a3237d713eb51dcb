/** Rosters: a partner's named groups of players. */
export { getLeaderboard, type Leaderboard } from './leaderboard.ts';
export { addMember, listMembers, removeMember } from './members.ts';
export { redeemShare } from './redeem-share.ts';
export { deleteRoster, getRoster, listRosters, putRoster } from './rosters.ts';
export {
  PathSlug,
  RankedPlayer,
  Roster,
  RosterMember,
  RosterPath,
  RosterPut,
  ShareRedemption,
  UnrankedPlayer,
} from './shapes.ts';

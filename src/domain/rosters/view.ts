import type { MemberRow, RosterRow } from '../../store/rosters/rosters.ts';
import { formatInstant } from '../instant.ts';

export interface RosterView {
  readonly slug: string;
  readonly name: string | null;
  readonly members: number;
  readonly created_at: string;
}

export interface MemberView {
  readonly profile_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly profile_is_public: boolean;
  readonly added_at: string;
}

export function rosterView(row: RosterRow): RosterView {
  return { slug: row.slug, name: row.name, members: row.members, created_at: formatInstant(row.created_at) };
}

export function memberView(row: MemberRow): MemberView {
  return {
    profile_id: row.profile_id,
    username: row.username,
    display_name: row.display_name,
    profile_is_public: row.profile_is_public,
    added_at: formatInstant(row.added_at),
  };
}

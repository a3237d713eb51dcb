import { type Database, statement } from '@bandeja/postgres/database';

const count = statement(
  'test_stored_rows',
  `select (select count(*) from partners) as partners, (select count(*) from api_keys) as keys,
     (select count(*) from people) as people, (select count(*) from sign_ins) as sign_ins,
     (select count(*) from players) as players, (select count(*) from player_ratings) as ratings,
     (select count(*) from rosters) as rosters, (select count(*) from roster_members) as members,
     (select count(*) from player_shares) as shares,
     (select count(*) from player_shares where redeemed_at is not null) as redeemed,
     (select count(*) from matches) as matches, (select count(*) from audit_entries) as audit`,
);

/** How many rows there are of everything, to show that a refused request has stored nothing. */
export async function storedRows(database: Database): Promise<Readonly<Record<string, number>>> {
  const [counts] = await database.query<Record<string, number>>(count);
  return { ...counts };
}

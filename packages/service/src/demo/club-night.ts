import { readFile } from 'node:fs/promises';
import type { BatchEnvelope } from '@bandeja/contract/match-bodies';
import type { PartnerContext } from '../context.ts';
import { submitBatch } from '../matches/submit-batch.ts';
import { registerPlayer } from '../registrations/register.ts';

const ROSTER = 'club-night';

const FILE = new URL('../../../../examples/club-night.json', import.meta.url);

/** `examples/club-night.json`: a body of `POST /v1/matches/batch`, and the bodies of `POST /v1/players` for its players. */
interface ClubNight extends BatchEnvelope {
  readonly players: readonly {
    readonly username: string;
    readonly display_name?: string;
    readonly country_code?: string;
  }[];
}

const readClubNight = async (): Promise<ClubNight> => JSON.parse(await readFile(FILE, 'utf8'));

/** Registers the players of the club night and submits its matches. @returns the usernames */
export async function playClubNight(call: PartnerContext): Promise<string[]> {
  const { players, ...batch } = await readClubNight();
  for (const player of players) {
    await registerPlayer(call, {
      username: player.username,
      display_name: player.display_name ?? null,
      country_code: player.country_code ?? null,
      profile_is_public: true,
      roster_slug: ROSTER,
    });
  }
  const { summary } = await submitBatch(call, batch);
  if (summary.created !== batch.matches.length)
    throw new Error(`created ${summary.created} of ${batch.matches.length} matches of ${FILE.pathname}`);
  return players.map(({ username }) => username);
}

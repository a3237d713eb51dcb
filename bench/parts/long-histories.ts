/** The cost of reading a player with many matches, beside one with few. */
import { alternate, type Comparison, type Figure, type Units } from '../comparison.ts';
import { getRequest, runFor } from '../connections.ts';
import { printProgress } from '../figures.ts';
import { call, makePartners, registerPlayers } from '../partners.ts';
import { processorMs, processorMsOfChildren } from '../processes.ts';
import type { Setting, Subject } from '../subject.ts';

const UNITS: Units = { '': { unit: 'ms/request', decimals: 3 } };

/** The numbers of matches of the players, all within 80 days. */
const LENGTHS = [60, 8_000] as const;
const DAYS = 80;
const DAY_MS = 86_400_000;
const BATCH = 25;
/** The other players of a history. */
const OTHERS = 5;

const READS = [
  'card',
  'card.svg',
  'analysis',
  'analysis?limit=200',
  'progress',
  'progress?limit=1000',
  'progress?interval=week',
  'matches',
  'matches?limit=100',
] as const;

interface Filled {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
  /** One for each of {@link LENGTHS}. */
  readonly usernames: readonly string[];
}

export async function measureLongHistories(comparison: Comparison): Promise<Figure[]> {
  const { setting, subjects, seconds } = comparison;
  const server = await setting.server();
  const filled = new Map<Subject, Filled>();
  for (const subject of subjects) filled.set(subject, await fill(setting, subject));
  const figures: Figure[] = [];
  for (const read of READS) {
    for (const [index, length] of LENGTHS.entries()) {
      const what = `${read}, ${length} matches`;
      printProgress(`${what} …`);
      const measure = async (subject: Subject) => {
        const { url, pid, key, usernames } = filled.get(subject) as Filled;
        const request = getRequest(`/v1/players/${usernames[index]}/${read}`, key);
        const used = (): number => processorMs(pid) + processorMsOfChildren(server.pid ?? 0);
        await runFor(url, () => request, 2, 0.5);
        const before = used();
        const { requests } = await runFor(url, () => request, 2, seconds);
        return { '': (used() - before) / requests };
      };
      figures.push(...(await alternate(comparison, what, UNITS, measure)));
    }
  }
  return figures;
}

/** The long history consists of victories, so that its streak is as long. */
async function fill(setting: Setting, subject: Subject): Promise<Filled> {
  const { url, pid } = await setting.start(subject, { DATABASE_URL: await setting.emptyDatabase() });
  const [key = ''] = await makePartners(url, 1, 'enterprise');
  const usernames = await registerPlayers(url, [key], LENGTHS.length * (1 + OTHERS));
  const from = Date.now() - DAYS * DAY_MS;
  for (const [index, length] of LENGTHS.entries()) {
    printProgress(`sending ${length} matches to ${subject.name} …`);
    const others = usernames.slice(LENGTHS.length + index * OTHERS).slice(0, OTHERS);
    for (let first = 0; first < length; first += BATCH) {
      const matches = Array.from({ length: Math.min(BATCH, length - first) }, (_, place) => {
        const n = first + place;
        const [partner, one, two] = [0, 1, 2].map((seat) => others[(n + seat) % OTHERS]);
        return {
          external_ref: `${index}-${n}`,
          played_at: new Date(from + (n / length) * (DAYS - 1) * DAY_MS).toISOString(),
          participants: [usernames[index], partner, one, two].map((username, seat) => {
            return { username, team: seat < 2 ? 'A' : 'B' };
          }),
          winning_team: 'A',
          trust_tier: 'partner_attested',
          set_scores: [
            { set_number: 1, team_a_games: 6, team_b_games: n % 5 },
            { set_number: 2, team_a_games: 7, team_b_games: 5 },
          ],
        };
      });
      await call(url, key, '/v1/matches/batch', { matches });
    }
  }
  await waitUntilSettled(url, key, usernames[1] ?? '');
  return { url, pid, key, usernames };
}

async function waitUntilSettled(url: string, key: string, username: string): Promise<void> {
  for (;;) {
    const player = await call<{ rating: { rating_status: string } }>(url, key, `/v1/players/${username}`);
    if (player.rating.rating_status === 'settled') return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

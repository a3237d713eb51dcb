/** How many matches a second are stored durably, and their processor time. */
import { alternate, type Comparison, type Figure } from '../comparison.ts';
import { type NextRequest, runFor } from '../connections.ts';
import { quantile } from '../figures.ts';
import { call } from '../partners.ts';
import { processorMs, processorMsOfChildren } from '../processes.ts';
import { publicUsernames, type SeededService, type Subject } from '../subject.ts';
import { BATCHES, NIGHTS, Players, type Sending, SINGLES } from '../submissions.ts';

const UNITS = {
  '': { unit: 'matches/s', decimals: 0 },
  'processor of service and database': { unit: 'ms/match', decimals: 3 },
  p50: { unit: 'ms', decimals: 1 },
  p99: { unit: 'ms', decimals: 1 },
};

const WARM_UP_SECONDS = 2;

export async function measureIngest(
  comparison: Comparison,
  sendings: readonly Sending[] = [...SINGLES, BATCHES, NIGHTS],
): Promise<Figure[]> {
  const { setting, subjects, seconds } = comparison;
  const server = await setting.server();
  const targets = new Map<Subject, { seeded: SeededService; players: Players }>();
  for (const subject of subjects) {
    const seeded = await setting.seeded(subject);
    const players = new Players(publicUsernames(seeded));
    await assertStored(seeded, players);
    targets.set(subject, { seeded, players });
  }
  const measureSending = async (sending: Sending): Promise<Figure[]> => {
    const requests = new Map<Subject, NextRequest>();
    for (const [subject, { seeded, players }] of targets) {
      const next = sending.requests(
        players,
        seeded.partners.map(({ key }) => key),
      );
      requests.set(subject, next);
      await runFor(seeded.service.url, next, sending.connections, Math.min(WARM_UP_SECONDS, seconds));
    }
    return alternate(comparison, sending.name, UNITS, async (subject) => {
      const target = targets.get(subject);
      const next = requests.get(subject);
      if (target === undefined || next === undefined) throw new Error(`${subject.name} is not prepared`);
      const { service } = target.seeded;
      const used = (): number => processorMs(service.pid) + processorMsOfChildren(server.pid ?? 0);
      const before = used();
      const { requests: count, seconds: took, times } = await runFor(service.url, next, sending.connections, seconds);
      const matches = count * sending.matchesPerRequest;
      return {
        '': matches / took,
        'processor of service and database': (used() - before) / matches,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
      };
    });
  };
  const figures: Figure[] = [];
  for (const sending of sendings) figures.push(...(await measureSending(sending)));
  return figures;
}

/** A batch is answered with success also if its matches are rejected. */
async function assertStored({ service, partners }: SeededService, players: Players): Promise<void> {
  const [partner] = partners;
  const body = { matches: players.night() };
  const { results } = await call<{ results: readonly { status: string }[] }>(
    service.url,
    partner?.key ?? '',
    '/v1/matches/batch',
    body,
  );
  const refused = results.find(({ status }) => status !== 'created');
  if (refused !== undefined) throw new Error(`a match of the bench is not stored: ${JSON.stringify(refused)}`);
}

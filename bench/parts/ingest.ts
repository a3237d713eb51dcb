/** The rate at which matches are stored durably. */
import { type Comparison, type Figure, measureWorkloads } from '../comparison.ts';
import { quantile } from '../figures.ts';
import { call } from '../partners.ts';
import { publicUsernames, type SeededService } from '../subject.ts';
import { BATCHES, NIGHTS, Players, SINGLES } from '../submissions.ts';

const UNITS = {
  '': { unit: 'matches/s', decimals: 0 },
  'processor of service and database': { unit: 'ms/match', decimals: 3 },
  p50: { unit: 'ms', decimals: 1 },
  p99: { unit: 'ms', decimals: 1 },
};

export async function measureIngest(comparison: Comparison): Promise<Figure[]> {
  const players = new Map<SeededService, Players>();
  for (const subject of comparison.subjects) {
    const seeded = await comparison.setting.seeded(subject);
    players.set(seeded, new Players(publicUsernames(seeded)));
    await assertStored(seeded, players.get(seeded)?.night() ?? []);
  }
  const workloads = [...SINGLES, BATCHES, NIGHTS].map((sending) => ({
    name: sending.name,
    connections: sending.connections,
    units: UNITS,
    requests: (seeded: SeededService) =>
      sending.requests(
        players.get(seeded) ?? new Players([]),
        seeded.partners.map(({ key }) => key),
      ),
    measured(
      { requests, seconds, times }: { requests: number; seconds: number; times: readonly number[] },
      ms: number,
    ) {
      const matches = requests * sending.matchesPerRequest;
      return {
        '': matches / seconds,
        'processor of service and database': ms / matches,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
      };
    },
  }));
  return measureWorkloads(comparison, workloads);
}

/** A batch whose matches are rejected succeeds too, so the status of the response proves nothing. */
async function assertStored({ service, partners }: SeededService, matches: readonly object[]): Promise<void> {
  const key = partners[0]?.key ?? '';
  const { results } = await call<{ results: readonly { status: string }[] }>(service.url, key, '/v1/matches/batch', {
    matches,
  });
  const refused = results.find(({ status }) => status !== 'created');
  if (refused !== undefined) throw new Error(`a match of the bench is not stored: ${JSON.stringify(refused)}`);
}

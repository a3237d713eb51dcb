import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { nameOfIn, standingName } from '../../results/court.ts';
import { numbersOf, rankedBy, rankedValue } from '../standing.ts';
import { chunks } from './blocks.ts';
import { PageOf } from './screen.tsx';

const t = texts({
  ranking: ['Ranking', 'Clasificación', 'Classificação'],
  final: ['Final ranking', 'Clasificación final', 'Classificação final'],
  none: [
    'The ranking begins with the first score',
    'La clasificación empieza con el primer resultado',
    'A classificação começa com o primeiro resultado',
  ],
});

const ROWS = 12;
/** Fewer rows get more room. */
const ROOMY_ROWS = 8;

interface TvRankingProps {
  readonly night: Api.Night;
  readonly turns: number;
}

/** The ranking beside the courts, a page at a time. */
export function TvRanking({ night, turns }: TvRankingProps) {
  const pages = chunks(night.standings, ROWS);
  const place = pages.length === 0 ? 0 : turns % pages.length;
  const hasScores = night.standings.some(({ played }) => played > 0);
  return (
    <section className={night.standings.length <= ROOMY_ROWS ? 'tv-ranking roomy' : 'tv-ranking'}>
      <Heading night={night} />
      {hasScores ? <Rows night={night} rows={pages[place] ?? []} /> : <p className="quiet">{t.none}</p>}
      {hasScores && <PageOf place={place} all={pages.length} />}
    </section>
  );
}

/** All players at once, over the whole width. */
export function WideRanking({ night }: { readonly night: Api.Night }) {
  return (
    <section className="tv-ranking">
      <Heading night={night} />
      <Rows night={night} rows={night.standings} />
    </section>
  );
}

const Heading = ({ night }: { readonly night: Api.Night }) => (
  <h2>
    {night.state === 'closed' ? t.final : t.ranking} · {rankedBy(night)}
  </h2>
);

function Rows({ night, rows }: { readonly night: Api.Night; readonly rows: Api.Night['standings'] }) {
  const nameOf = nameOfIn(night);
  return (
    <ol>
      {rows.map((row) => (
        <li key={numbersOf(row).join()} className={row.rank === 1 && row.played > 0 ? 'first' : undefined}>
          <span className="rank">{row.rank}</span>
          <span className="name">{standingName(row, nameOf)}</span>
          <span className="played">{row.played}</span>
          <span className="value">{rankedValue(row, night)}</span>
        </li>
      ))}
    </ol>
  );
}

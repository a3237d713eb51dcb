import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { type NameOf, nameOfIn } from '../../results/court.ts';
import { numbersOf, rankedBy, rankedValue, type StandingRow } from '../standing.ts';
import { shared } from '../words.ts';
import { chunks } from './blocks.ts';
import { PageOf, TvNames } from './screen.tsx';

const t = texts('console.night.tv_ranking');

const ROWS = 12;
/** Fewer rows get more room. */
const ROOMY_ROWS = 8;
/** The characters of a pair that fit on one line. Longer pairs take two. */
const ONE_LINE = 16;

const namesOf = (row: StandingRow, nameOf: NameOf): readonly string[] => numbersOf(row).map(nameOf);

/** Whether a row has two lines, one for each player of a pair. */
function isStacked(night: Api.Night): boolean {
  const nameOf = nameOfIn(night);
  return night.standings.some((row) => row.numbers !== undefined && namesOf(row, nameOf).join(' · ').length > ONE_LINE);
}

function classesOf(night: Api.Night, rows: number): string {
  const isRoomy = night.standings.length <= rows;
  return ['tv-ranking', isStacked(night) ? 'stacked' : isRoomy && 'roomy'].filter(Boolean).join(' ');
}

interface TvRankingProps {
  readonly night: Api.Night;
  readonly turns: number;
}

/** The ranking beside the courts, a page at a time. */
export function TvRanking({ night, turns }: TvRankingProps) {
  const pages = chunks(night.standings, isStacked(night) ? ROOMY_ROWS : ROWS);
  const place = pages.length === 0 ? 0 : turns % pages.length;
  const hasScores = night.standings.some(({ played }) => played > 0);
  return (
    <section className={classesOf(night, ROOMY_ROWS)}>
      <Heading night={night} />
      {hasScores ? <Rows night={night} rows={pages[place] ?? []} /> : <p className="quiet">{t('none')}</p>}
      {hasScores && <PageOf place={place} all={pages.length} />}
    </section>
  );
}

/** All players or pairs at once, over the whole width. */
export function WideRanking({ night }: { readonly night: Api.Night }) {
  return (
    <section className={classesOf(night, 0)}>
      <Heading night={night} />
      <Rows
        night={night}
        rows={night.standings}
        hasPlayed={new Set(night.standings.map(({ played }) => played)).size > 1}
      />
    </section>
  );
}

const Heading = ({ night }: { readonly night: Api.Night }) => (
  <h2>
    {night.state === 'closed' ? shared('final') : t('ranking')} · {rankedBy(night)}
  </h2>
);

interface RowsProps {
  readonly night: Api.Night;
  readonly rows: Api.Night['standings'];
  /** Whether the number of matches is shown. */
  readonly hasPlayed?: boolean;
}

function Rows({ night, rows, hasPlayed = true }: RowsProps) {
  const nameOf = nameOfIn(night);
  return (
    <ol>
      {rows.map((row) => (
        <li key={numbersOf(row).join()} className={row.rank === 1 && row.played > 0 ? 'first' : undefined}>
          <span className="rank">{row.rank}</span>
          <TvNames names={namesOf(row, nameOf)} />
          {hasPlayed && <span className="played">{row.played}</span>}
          <span className="value">{rankedValue(row, night)}</span>
        </li>
      ))}
    </ol>
  );
}

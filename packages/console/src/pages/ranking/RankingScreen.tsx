import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { chunks } from '../../night/tv/blocks.ts';
import { PageOf, TvNames, TvState, useScreenOn, useTurns } from '../../night/tv/screen.tsx';
import { formatClock, formatScore } from '../../numbers.ts';
import { isOffline } from '../../parts/Fault.tsx';
import { Change } from '../../parts/scores.tsx';
import { explain } from '../../problems.ts';
import { Movement, PODIUM_PLACES, Podium } from '../players/Podium.tsx';
import { windowOf } from '../players/WindowSelect.tsx';
import { rankingSubtitle, rankingTitle } from './words.ts';

const t = texts('console.ranking.ranking_screen');

/** The screen turns through these players in two minutes. */
const PLAYERS = 100;
const ROWS = 12;
const TURN_MS = 12_000;
const READ_AGAIN_MS = 60_000;

const page = getRouteApi('/ranking/screen');

/** The club's ranking on a screen on the wall: no controls, large names. Escape leads back. */
export function RankingScreen() {
  const window = windowOf(page.useSearch().window);
  const navigate = page.useNavigate();
  const turns = useTurns(TURN_MS);
  useScreenOn();
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && void navigate({ to: '/ranking', search: { window } });
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [navigate, window]);
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['ranking-screen', window],
    queryFn: ({ signal }) => bandeja().rosters.everyone({ window, limit: PLAYERS, signal }),
    refetchInterval: READ_AGAIN_MS,
    refetchIntervalInBackground: true,
  });
  if (data === undefined) return <TvState title={rankingTitle()} sentence={error === null ? '' : explain(error)} />;
  const ranked = data.data.filter((row) => 'rank' in row);
  if (ranked.length === 0) return <TvState title={rankingTitle()} sentence={t('none')} />;
  return (
    <main className="tv">
      <header className="tv-band">
        <h1>{rankingTitle()}</h1>
        <p>{rankingSubtitle(window)}</p>
        {error !== null && (
          <p className="tv-warn">
            {isOffline(error) ? t('offline', { time: formatClock(dataUpdatedAt) }) : explain(error)}
          </p>
        )}
      </header>
      <ScreenRows ranked={ranked} turns={turns} />
    </main>
  );
}

interface ScreenRowsProps {
  readonly ranked: readonly Api.RankedPlayer[];
  readonly turns: number;
}

function ScreenRows({ ranked, turns }: ScreenRowsProps) {
  // Without an earlier ranking, every row would be new.
  const hasMovement = ranked.some(({ previous_rank: before }) => before !== null);
  const hasPodium = ranked.length >= PODIUM_PLACES;
  const pages = chunks(hasPodium ? ranked.slice(PODIUM_PLACES) : ranked, ROWS);
  const place = pages.length === 0 ? 0 : turns % pages.length;
  return (
    <div className={hasPodium && pages.length > 0 ? 'tv-club' : 'tv-club alone'}>
      {hasPodium && <Podium rows={ranked.slice(0, PODIUM_PLACES)} hasMovement={hasMovement} />}
      {pages.length > 0 && (
        <section className="tv-ranking">
          <ol>
            {pages[place]?.map((row) => (
              <li key={row.profile_id}>
                <span className="rank">{row.rank}</span>
                {hasMovement && <Movement row={row} />}
                <TvNames names={[row.display_name]} />
                <span className="value">{formatScore(row.rating.service_score)}</span>
                <Change points={row.service_score_change} />
              </li>
            ))}
          </ol>
          <PageOf place={place} all={pages.length} />
        </section>
      )}
    </div>
  );
}

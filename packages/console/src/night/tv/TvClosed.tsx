import type { Api } from '@bandeja/client';
import type { ReactNode } from 'react';
import { texts } from '../../language.ts';
import { Highlights } from '../Highlights.tsx';
import type { OpenLink } from '../link.ts';
import { NightPodium } from '../Podium.tsx';
import { highlightsOf, useRecap } from '../recap.ts';
import { clubAndNight, shared } from '../words.ts';
import { TvCode } from './TvCode.tsx';
import { TvRanking } from './TvRanking.tsx';

const t = texts('console.night.tv_closed');

interface TvClosedProps {
  readonly night: Api.Night;
  readonly link: OpenLink;
  readonly turns: number;
  readonly warn: ReactNode;
}

/** A night that is over: its podium, its stories, the ranking. */
export function TvClosed({ night, link, turns, warn }: TvClosedProps) {
  const { data: recap } = useRecap(link);
  const hasResults = night.standings.some(({ played }) => played > 0);
  return (
    <main className="tv tv-final">
      <header className="tv-band">
        <h1>{hasResults ? t('won') : shared('none')}</h1>
        <p className="tv-club-name">{clubAndNight(night, recap?.day)}</p>
        {warn}
      </header>
      <section className="tv-left celebration">
        <NightPodium night={night} />
        {recap != null && <Highlights {...highlightsOf(recap)} />}
      </section>
      <TvRanking night={night} turns={turns} />
      <TvCode link={link} kind="closed" />
    </main>
  );
}

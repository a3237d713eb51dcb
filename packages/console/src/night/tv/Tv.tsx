/** The night on a screen on the wall: no controls, large names, pages that turn. */
import type { Api } from '@bandeja/client';
import type { ReactNode } from 'react';
import { texts } from '../../language.ts';
import { formatClock } from '../../numbers.ts';
import { isOffline } from '../../parts/Fault.tsx';
import { explain } from '../../problems.ts';
import { nameOfIn } from '../../results/court.ts';
import { useBell, useIsMuted } from '../bell.ts';
import { clockText, roundEnd, useSecondsUntil } from '../clock.ts';
import { isEnded, type OpenLink, useNight } from '../link.ts';
import { clubAndNight, shared, subtitleOf, titleOf } from '../words.ts';
import { type Screen, screensOf } from './blocks.ts';
import { TvState, useScreenOn, useTurns } from './screen.tsx';
import { TvClosed } from './TvClosed.tsx';
import { TvCode } from './TvCode.tsx';
import { TvRanking, WideRanking } from './TvRanking.tsx';
import { TvRound, WideRound } from './TvRound.tsx';

const t = texts('console.night.tv');

/** Two screens in twelve seconds, so that every player finds the court in that time. */
const TURN_MS = 6_000;
const LAST_MINUTE_S = 60;
/** More courts leave no room for the clock of the last minute below them. */
const BLOCKS_ABOVE_CLOCK = 2;
/** How long the end of a round stays on the screen. */
const OVER_S = 45;

export function Tv({ link }: { readonly link: OpenLink }) {
  const { night, error, readAt } = useNight(link);
  const turns = useTurns(TURN_MS);
  useScreenOn();
  if (isEnded(error)) {
    return (
      <TvState title={shared('night')} sentence={shared('ended')}>
        {night?.standings.some(({ played }) => played > 0) && <TvRanking night={night} turns={turns} />}
      </TvState>
    );
  }
  if (night === null) return <TvState title={shared('night')} sentence={error === null ? '' : explain(error)} />;
  const warning = error !== null && (isOffline(error) ? t('offline', { time: formatClock(readAt) }) : explain(error));
  const warn = warning === false ? null : <p className="tv-warn">{warning}</p>;
  if (night.state === 'closed') return <TvClosed night={night} link={link} turns={turns} warn={warn} />;
  return <TvOpen night={night} link={link} turns={turns} warn={warn} />;
}

interface TvOpenProps {
  readonly night: Api.Night;
  readonly link: OpenLink;
  readonly turns: number;
  readonly warn: ReactNode;
}

function TvOpen({ night, link, turns, warn }: TvOpenProps) {
  const seconds = useSecondsUntil(roundEnd(night));
  useBell(seconds);
  const isMuted = useIsMuted(seconds !== null);
  const screens = screensOf(night);
  const place = screens.length === 0 ? 0 : turns % screens.length;
  const screen = screens[place];
  const isLoud = seconds !== null && seconds <= LAST_MINUTE_S && seconds > -OVER_S;
  return (
    <main className={screen === undefined || screen.kind === 'beside' ? 'tv' : 'tv wide'}>
      <header className="tv-band">
        <h1>{titleOf(night)}</h1>
        <div>
          <p className="tv-club-name">{clubAndNight(night)}</p>
          <p>{subtitleOf(night)}</p>
        </div>
        {warn}
        {/* Any tap or key on the page turns it on. */}
        {isMuted && <button type="button">{t('bell')}</button>}
        {seconds !== null && <p className="tv-left-time">{clockText(seconds)}</p>}
      </header>
      {screen === undefined ? (
        <section className="tv-left">
          <h2>{shared('soon')}</h2>
        </section>
      ) : (
        <TvScreen {...{ screen, night, turns }} loud={isLoud ? <LoudClock seconds={seconds} /> : null} />
      )}
      <TvCode link={link} kind={night.link.role} />
    </main>
  );
}

interface TvScreenProps {
  readonly screen: Screen;
  readonly night: Api.Night;
  readonly turns: number;
  /** The clock of the last minute: below the courts of the last round, else in place of the ranking, or of everything where that fills the screen. */
  readonly loud: ReactNode;
}

function TvScreen({ screen, night, turns, loud }: TvScreenProps) {
  const nameOf = nameOfIn(night);
  // The last round leaves room.
  const isBelow = night.next === null && screen.groups.every(({ blocks }) => blocks.length <= BLOCKS_ABOVE_CLOCK);
  if (screen.kind === 'beside')
    return (
      <>
        <section className="tv-left">
          {screen.groups.map((group) => (
            <TvRound key={group.round} group={group} nameOf={nameOf} />
          ))}
          {isBelow && loud}
        </section>
        {(!isBelow && loud) || <TvRanking night={night} turns={turns} />}
      </>
    );
  if (loud !== null) return loud;
  const [group] = screen.groups;
  return group === undefined ? <WideRanking night={night} /> : <WideRound group={group} nameOf={nameOf} />;
}

/** Seen from the back of a hall. */
function LoudClock({ seconds }: { readonly seconds: number }) {
  return (
    <section className={seconds > 0 ? 'tv-loud' : 'tv-loud over'}>
      <h2>{seconds > 0 ? t('last_minute') : t('over_hint')}</h2>
      <p>{seconds > 0 ? clockText(seconds) : shared('over')}</p>
    </section>
  );
}

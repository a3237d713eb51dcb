/** The night on a screen on the wall: no controls, large names, pages that turn every 12 seconds. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';
import { formatClock, formatDecimal, formatNumber } from '../../numbers.ts';
import { isOffline } from '../../parts/Fault.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { explain } from '../../problems.ts';
import { nameOfIn, standingName } from '../../results/court.ts';
import { isEnded, type OpenLink, useNight } from '../link.ts';
import { subtitleOf, titleOf } from '../words.ts';
import { chunks, pagesOf } from './blocks.ts';
import { PageOf, TvState, useScreenOn, useTurns } from './screen.tsx';
import { TvRound } from './TvRound.tsx';

const t = texts({
  night: ['Club night', 'Noche del club', 'Noite do clube'],
  ended: [
    'This night’s link has ended',
    'El enlace de esta noche ya no es válido',
    'O link desta noite já não é válido',
  ],
  soon: ['The first round is not open yet', 'La primera ronda aún no está abierta', 'A primeira ronda ainda não abriu'],
  none: ['No result was entered', 'No se anotó ningún resultado', 'Não foi registado nenhum resultado'],
  won: ['Congratulations', 'Enhorabuena', 'Parabéns'],
  ranking: ['Ranking', 'Clasificación', 'Classificação'],
  final: ['Final ranking', 'Clasificación final', 'Classificação final'],
  offline: ['No connection since {time}', 'Sin conexión desde las {time}', 'Sem ligação desde as {time}'],
  code: ['QR code of this night', 'Código QR de esta noche', 'Código QR desta noite'],
  view: ['Follow the night on your phone', 'Sigue la noche en tu móvil', 'Siga a noite no telemóvel'],
  score: ['Enter your score with your phone', 'Anota tu resultado con el móvil', 'Registe o resultado com o telemóvel'],
});

const RANKING_ROWS = 12;
/** Fewer rows or blocks get more room. */
const ROOMY_ROWS = 8;
const ROOMY_BLOCKS = 4;

export function Tv({ link }: { readonly link: OpenLink }) {
  const { night, error, readAt } = useNight(link);
  const turns = useTurns();
  useScreenOn();
  if (isEnded(error)) {
    return (
      <TvState title={t.night} sentence={t.ended}>
        {night?.standings.some(({ played }) => played > 0) && <TvRanking night={night} turns={turns} />}
      </TvState>
    );
  }
  if (night === null) return <TvState title={t.night} sentence={error === null ? '' : explain(error).sentence} />;
  return (
    <main className="tv">
      <header className="tv-band">
        <h1>{titleOf(night)}</h1>
        <p>{subtitleOf(night)}</p>
        {error !== null && (
          <p className="tv-warn">
            {isOffline(error) ? fill(t.offline, { time: formatClock(readAt) }) : explain(error).sentence}
          </p>
        )}
      </header>
      <TvLeft night={night} turns={turns} />
      <TvRanking night={night} turns={turns} />
      <aside className="tv-code">
        <p>{t[night.state === 'closed' ? 'view' : night.link.role]}</p>
        <QrCode text={link.url} label={t.code} />
      </aside>
    </main>
  );
}

interface PartProps {
  readonly night: Api.Night;
  readonly turns: number;
}

function TvLeft({ night, turns }: PartProps) {
  const nameOf = nameOfIn(night);
  if (night.state === 'closed') {
    const winners = night.standings.filter(({ rank, played }) => rank === 1 && played > 0);
    return (
      <section className="tv-left tv-winners">
        <h2>{winners.length === 0 ? t.none : t.won}</h2>
        {winners.map((player) => (
          <p key={player.number ?? player.numbers?.[0]}>{standingName(player, nameOf)}</p>
        ))}
      </section>
    );
  }
  const pages = pagesOf(night);
  const place = pages.length === 0 ? 0 : turns % pages.length;
  const blocks = (pages[place] ?? []).reduce((sum, group) => sum + group.blocks.length, 0);
  return (
    <section className={blocks <= ROOMY_BLOCKS ? 'tv-left roomy' : 'tv-left'}>
      {night.round === null && <h2>{t.soon}</h2>}
      {pages[place]?.map((group) => (
        <TvRound key={group.round} group={group} nameOf={nameOf} />
      ))}
      <PageOf place={place} all={pages.length} />
    </section>
  );
}

function TvRanking({ night, turns }: PartProps) {
  const nameOf = nameOfIn(night);
  const pages = chunks(night.standings, RANKING_ROWS);
  const place = pages.length === 0 ? 0 : turns % pages.length;
  const shownValue = ({ points, wins, average }: Api.PlanStanding): string => {
    if (night.rank_by === 'average') return average === null ? '–' : formatDecimal(average);
    return formatNumber(night.rank_by === 'wins' ? wins : points);
  };
  return (
    <section className={night.standings.length <= ROOMY_ROWS ? 'tv-ranking roomy' : 'tv-ranking'}>
      <h2>{night.state === 'closed' ? t.final : t.ranking}</h2>
      <ol>
        {pages[place]?.map((row) => (
          <li key={row.number ?? row.numbers?.[0]} className={row.rank === 1 && row.played > 0 ? 'first' : undefined}>
            <span className="rank">{row.rank}</span>
            <span className="name">{standingName(row, nameOf)}</span>
            <span className="value">{shownValue(row)}</span>
          </li>
        ))}
      </ol>
      <PageOf place={place} all={pages.length} />
    </section>
  );
}

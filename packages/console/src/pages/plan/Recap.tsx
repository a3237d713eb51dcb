import { Link } from '@tanstack/react-router';
import { texts } from '../../language.ts';
import { Standings } from '../../night/Standings.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { SessionPoster } from '../../parts/SessionPoster.tsx';
import { RankingRule } from './RankBy.tsx';
import { ReopenNight } from './ReopenNight.tsx';
import type { NightParts } from './shared.ts';

const t = texts({
  ranking: ['Final ranking', 'Clasificación final', 'Classificação final'],
  poster: ['Poster of the night', 'Cartel de la noche', 'Cartaz da noite'],
  print: ['Print', 'Imprimir', 'Imprimir'],
  session: ['Matches and scores of the night', 'Partidos y puntuaciones', 'Encontros e pontuações'],
  none: ['No result was entered', 'No se anotó ningún resultado', 'Não foi registado nenhum resultado'],
  noneHint: [
    'Open the night again to enter results.',
    'Vuelve a abrir la noche para anotar resultados.',
    'Abra a noite de novo para registar resultados.',
  ],
});

/** A closed night: the ranking and the poster, to share and print. */
export function Recap({ plan, live, change }: Pick<NightParts, 'plan' | 'live' | 'change'>) {
  const ref = plan.session_external_ref;
  if (plan.rounds.every(({ courts }) => courts.every(({ result }) => result === null)))
    return (
      <Empty title={t.none} hint={t.noneHint}>
        <ReopenNight plan={plan} />
      </Empty>
    );
  return (
    <Loaded query={live} rows={6}>
      {(night) => (
        <div className="columns even">
          <Tile title={t.ranking} note={<RankingRule night={night} change={change} />}>
            <Standings night={night} />
            <div className="actions">
              <button type="button" onClick={() => window.print()}>
                {t.print}
              </button>
              <Link className="button" to="/sessions/$ref" params={{ ref }}>
                {t.session}
              </Link>
              <ReopenNight plan={plan} />
            </div>
          </Tile>
          <SessionPoster sessionRef={ref} label={t.poster} />
        </div>
      )}
    </Loaded>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { fill, texts } from '../../language.ts';
import { formatDay } from '../../numbers.ts';
import { Page } from '../../parts/Page.tsx';
import { Leaderboard } from '../players/Leaderboard.tsx';
import { WindowSelect, windowOf } from '../players/WindowSelect.tsx';

const t = texts({
  title: ['Club ranking', 'Clasificación del club', 'Classificação do clube'],
  subtitle: [
    'All your players on {day}, changes over {n} days',
    'Todos tus jugadores a {day}, cambios en {n} días',
    'Todos os seus jogadores a {day}, variações em {n} dias',
  ],
  players: ['All players', 'Todos los jugadores', 'Todos os jogadores'],
  print: ['Print', 'Imprimir', 'Imprimir'],
  empty: ['No players yet', 'Aún no hay jugadores', 'Ainda não há jogadores'],
  first: [
    'Register your first player, or import old results.',
    'Registra a tu primer jugador o importa resultados antiguos.',
    'Registe o seu primeiro jogador ou importe resultados antigos.',
  ],
});

const page = getRouteApi('/ranking');

/** All players of the club by score, without a roster. */
export function Ranking() {
  const { window: chosen } = page.useSearch();
  const navigate = page.useNavigate();
  const window = windowOf(chosen);
  return (
    <Page
      title={t.title}
      subtitle={fill(t.subtitle, { day: formatDay(new Date().toISOString()), n: Number.parseInt(window, 10) })}
      actions={
        <>
          <button type="button" onClick={() => globalThis.print()}>
            {t.print}
          </button>
          <Link className="button" to="/players">
            {t.players}
          </Link>
        </>
      }
    >
      <search className="filters">
        <WindowSelect window={window} onChange={(to) => void navigate({ search: { window: to } })} />
      </search>
      <Leaderboard roster={null} window={window} empty={{ title: t.empty, hint: t.first }} />
    </Page>
  );
}

import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty } from '../../parts/Page.tsx';
import { Change, PlayerCell, Score } from '../../parts/people.tsx';
import { Table } from '../../parts/Table.tsx';
import { RemoveMember } from './writes.tsx';

const t = texts({
  rank: ['Rank', 'Puesto', 'Posição'],
  player: ['Player', 'Jugador', 'Jogador'],
  score: ['Score', 'Puntuación', 'Pontuação'],
  change: ['Change', 'Cambio', 'Variação'],
  remove: ['Remove', 'Quitar', 'Remover'],
  empty: ['No players on this roster yet', 'No hay nadie en esta lista', 'Não há ninguém nesta lista'],
  first: [
    'Register players with it, or add a player from the player’s page.',
    'Registra jugadores con ella, o añade un jugador desde su página.',
    'Registe jogadores com ela, ou adicione um jogador na página dele.',
  ],
  toRank: [
    '{n} more {n|match|matches} to be ranked',
    'Le {n|falta|faltan} {n} {n|partido|partidos}',
    '{n|Falta|Faltam} {n} {n|encontro|encontros}',
  ],
});

export type Window = '7d' | '30d' | '90d';
type Row = Api.RankedPlayer | Api.UnrankedPlayer;

/** The members of a roster by score; then those with too few matches. */
export function Leaderboard({ roster, window }: { readonly roster: string; readonly window: Window }) {
  const members = usePages<Row>(['leaderboard', roster, window], async (where) => {
    const { data, unranked, pagination } = await bandeja().rosters.leaderboard(roster, {
      limit: 100,
      window,
      ...where,
    });
    return { data: [...data, ...(where.cursor === undefined ? unranked : [])], pagination };
  });
  return (
    <PagedList query={members} empty={<Empty title={t.empty} hint={t.first} />}>
      {(rows) => (
        <Table
          isRanking
          columns={[[t.rank, 'hidden'], t.player, [t.score, 'number'], [t.change, 'number'], [t.remove, 'wide hidden']]}
        >
          {rows.map((row) => (
            <LeaderboardRow key={row.profile_id} row={row} roster={roster} />
          ))}
        </Table>
      )}
    </PagedList>
  );
}

function LeaderboardRow({ row, roster }: { readonly row: Row; readonly roster: string }) {
  const rank = 'rank' in row ? row.rank : null;
  return (
    <tr className={rank === 1 ? 'first' : undefined}>
      <td className="rank">{rank ?? '–'}</td>
      <td>
        <PlayerCell player={row}>
          {'matches_to_rank' in row && <small className="quiet">{fill(t.toRank, { n: row.matches_to_rank })}</small>}
        </PlayerCell>
      </td>
      <td className="number">
        <Score rating={row.rating} />
      </td>
      <td className="number">
        <Change points={row.service_score_change} />
      </td>
      <td className="wide end">
        <RemoveMember roster={roster} player={row} />
      </td>
    </tr>
  );
}

/** Merging a player into another one: the other player, a preview, and then the run. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay, formatNumber } from '../../numbers.ts';
import { Figures } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { PlayerCell, PrivateChip } from '../../parts/people.tsx';
import { Score } from '../../parts/scores.tsx';
import { PlayerSearch } from '../plan/PlayerSearch.tsx';
import { AfterMerge } from './AfterMerge.tsx';
import { Amending } from './Amending.tsx';
import { forget, keep } from './kept.ts';
import { MergePreview } from './MergePreview.tsx';
import { type Merged, type MergePlan, type Pair, readPlan, type Work } from './merging.ts';
import { words } from './words.ts';

const t = texts({
  merged: ['Merged', 'Fusionado', 'Juntado'],
  title: ['Merge {name}', 'Fusionar a {name}', 'Juntar {name}'],
  back: ['To the player', 'Al jugador', 'Para o jogador'],
  who: ['Who takes the place of {name}?', '¿Quién sustituye a {name}?', 'Quem substitui {name}?'],
  search: ['Search by name', 'Buscar por nombre', 'Procurar por nome'],
  itself: ['This player', 'Este jugador', 'Este jogador'],
  other: ['Choose another player', 'Elegir otro jugador', 'Escolher outro jogador'],
  from: ['Gives the matches', 'Cede los partidos', 'Cede os encontros'],
  into: ['Gets the matches', 'Recibe los partidos', 'Recebe os encontros'],
  score: ['Score', 'Puntuación', 'Pontuação'],
  matches: ['Matches', 'Partidos', 'Encontros'],
  last: ['Last played', 'Último partido', 'Último encontro'],
  never: ['Not yet', 'Aún no', 'Ainda não'],
});

const page = getRouteApi('/players/$username/merge');

const usePlayer = (username: string | undefined) =>
  useQuery({
    queryKey: ['player', username],
    queryFn: ({ signal }) => bandeja().players.get(username ?? '', { signal }),
    enabled: username !== undefined,
  });

export function Merge() {
  const { username } = page.useParams();
  const { into: intoName } = page.useSearch();
  const navigate = page.useNavigate();
  const from = usePlayer(username);
  const into = usePlayer(intoName);
  const name = from.data?.display_name ?? '…';
  return (
    <Page
      title={fill(t.title, { name })}
      actions={
        <Link className="button" to="/players/$username" params={{ username }} search={{ tab: 'manage' }}>
          {t.back}
        </Link>
      }
    >
      <Loaded query={from}>
        {(replaced) =>
          intoName === undefined || intoName === replaced.id ? (
            <Tile title={fill(t.who, { name })}>
              <PlayerSearch
                label={t.search}
                taken={[replaced.id]}
                byId
                takenText={t.itself}
                registers={false}
                onChoose={(chosen) => void navigate({ search: { into: chosen.id } })}
              />
            </Tile>
          ) : (
            <Loaded query={into}>
              {(other) => <MergePair key={`${replaced.id}.${other.id}`} from={replaced} into={other} />}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Kept before anything is amended. An undo reads each match to see whether it was. */
interface Running {
  readonly plan: MergePlan;
  readonly merged: Merged;
}

function MergePair({ from, into }: Pair) {
  const [running, setRunning] = useState<Running | null>(null);
  const [undoing, setUndoing] = useState<Work | null>(null);
  const navigate = page.useNavigate();
  const plan = useQuery({
    queryKey: ['merge', from.id, into.id],
    queryFn: () => readPlan(bandeja(), { from, into }),
    enabled: running === null && undoing === null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return (
    <>
      <div className="tiles">
        <PlayerTile title={t.from} player={from} />
        <PlayerTile title={t.into} player={into} />
      </div>
      {undoing !== null ? (
        <Amending key="undo" work={undoing} done={words.undone} onComplete={() => forget({ from, into })} />
      ) : running !== null ? (
        <Amending work={running.plan} done={t.merged}>
          {(isComplete) => <AfterMerge {...running} isComplete={isComplete} onUndo={setUndoing} />}
        </Amending>
      ) : (
        <>
          <div className="actions">
            <button type="button" onClick={() => void navigate({ search: {} })}>
              {t.other}
            </button>
          </div>
          <Loaded query={plan} rows={6}>
            {(read) => (
              <MergePreview
                plan={read}
                onConfirm={() => setRunning({ plan: read, merged: keep(read, read) })}
                onUndo={setUndoing}
              />
            )}
          </Loaded>
        </>
      )}
    </>
  );
}

function PlayerTile({ title, player }: { readonly title: string; readonly player: Pair['from'] }) {
  const { rating } = player;
  return (
    <Tile title={title}>
      <PlayerCell player={player}>{!player.profile_is_public && <PrivateChip />}</PlayerCell>
      <Figures
        figures={[
          [t.score, <Score key="score" player={player} />],
          [t.matches, formatNumber(rating.matches_played)],
          [t.last, rating.last_played_at === null ? t.never : formatDay(rating.last_played_at)],
        ]}
      />
    </Tile>
  );
}

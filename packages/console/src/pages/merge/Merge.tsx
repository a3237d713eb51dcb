/** Merging a player into another one: the other player, a preview, and then the merge. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay, formatNumber } from '../../numbers.ts';
import { Figures } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { PlayerCell, PrivateChip, SettlingChip } from '../../parts/people.tsx';
import { Score } from '../../parts/scores.tsx';
import { PlayerSearch } from '../plan/PlayerSearch.tsx';
import { MergePreview } from './MergePreview.tsx';
import { MergeRun } from './MergeRun.tsx';
import type { Pair } from './pair.ts';

const t = texts('console.merge.merge');

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
      title={t('title', { name })}
      actions={
        <Link className="button" to="/players/$username" params={{ username }} search={{ tab: 'manage' }}>
          {t('back')}
        </Link>
      }
    >
      <Loaded query={from}>
        {(replaced) =>
          intoName === undefined || intoName === replaced.id ? (
            <Tile title={t('who', { name })}>
              <PlayerSearch
                label={t('search')}
                taken={[replaced.id]}
                byId
                takenText={t('itself')}
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

function MergePair({ from, into }: Pair) {
  const { merge: started } = page.useSearch();
  const navigate = page.useNavigate();
  const preview = useQuery({
    queryKey: ['merge', from.id, into.id],
    queryFn: ({ signal }) => bandeja().merges.preview({ from: from.id, into: into.id }, { signal }),
    enabled: started === undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const show = (merge: string | undefined) => void navigate({ search: { into: into.id, merge } });
  return (
    <>
      <div className="tiles">
        <PlayerTile title={t('from')} player={from} />
        <PlayerTile title={t('into')} player={into} />
      </div>
      {started !== undefined ? (
        <MergeRun id={started} from={from} into={into} onAgain={() => show(undefined)} />
      ) : (
        <>
          <div className="actions">
            <button type="button" onClick={() => void navigate({ search: {} })}>
              {t('other')}
            </button>
          </div>
          <Loaded query={preview} rows={6}>
            {(read) => <MergePreview from={from} into={into} preview={read} onStart={({ id }) => show(id)} />}
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
      <PlayerCell player={player}>
        {!player.profile_is_public && <PrivateChip />}
        {rating.rating_status === 'settling' && <SettlingChip />}
      </PlayerCell>
      <Figures
        figures={[
          [t('score'), <Score key="score" player={player} />],
          [t('matches'), formatNumber(rating.matches_played)],
          [t('last'), rating.last_played_at === null ? t('never') : formatDay(rating.last_played_at)],
        ]}
      />
    </Tile>
  );
}

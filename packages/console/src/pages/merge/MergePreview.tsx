import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { MatchList } from '../../parts/people.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { Erase } from '../player/writes.tsx';
import type { Pair } from './pair.ts';

const t = texts('console.merge.preview');

const MATCHES_SHOWN_MAX = 5;

interface MergePreviewProps extends Pair {
  readonly preview: Api.MergePreview;
  readonly onStart: (merge: Api.Merge) => void;
}

/** What the merge would do, or what refuses it. */
export function MergePreview({ from, into, preview, onStart }: MergePreviewProps) {
  const { matches, met, rosters, open_plans: plans, nearby } = preview;
  const [fromName, intoName] = [from.display_name, into.display_name];
  const forbidden = useForbidden(needs.writeMatches);
  if (met.count > 0) {
    return (
      <div className="state fault" role="alert">
        <p>{t('met', { from: fromName, into: intoName, n: met.count })}</p>
        <p>{t('mistake')}</p>
        <FirstMatches ids={met.match_ids} count={met.count} />
      </div>
    );
  }
  if (plans.length > 0) {
    return (
      <div className="state fault" role="alert">
        <p>{t('open_plans', { from: fromName, nights: plans.join(', ') })}</p>
      </div>
    );
  }
  const { to_amend: n, first_played_at: first, last_played_at: last } = matches;
  const isInUse = n > 0 || rosters.length > 0;
  return (
    <>
      <Tile title={t('what')}>
        <Counts
          counts={[
            [t('amend'), n],
            [t('pending'), matches.pending],
            [t('voided'), matches.voided],
            ...(matches.of_other_partners === null ? [] : [[t('foreign'), matches.of_other_partners] as const]),
          ]}
        />
        {first !== null && last !== null && <p>{t('span', { first: formatDay(first), last: formatDay(last) })}</p>}
        {rosters.length > 0 && <p>{t('rosters', { from: fromName, into: intoName, rosters: rosters.join(', ') })}</p>}
        {!preview.into_is_yours && <p className="warn">{t('is_foreign', { into: intoName })}</p>}
        <p>{n === 0 ? t('none', { from: fromName }) : t('ratings', { into: intoName })}</p>
        <div className="actions">
          <FormAction
            title={t('confirm', { from: fullName(from), into: fullName(into) })}
            button={n === 0 ? t('lists') : t('merge', { n })}
            className="main"
            submit={t('replace')}
            forbidden={forbidden}
            changes={[]}
            onSubmit={() => bandeja().merges.start({ from: from.id, into: into.id, preview: preview.preview })}
            onDone={onStart}
          >
            <p>{t('confirm_note', { n, from: fromName })}</p>
          </FormAction>
        </div>
      </Tile>
      {nearby.count > 0 && (
        <Tile title={t('nearby')} note={t('nearby_note')}>
          <FirstMatches ids={nearby.pairs.map(({ match_id }) => match_id)} count={nearby.count} />
        </Tile>
      )}
      {!isInUse && preview.from_is_yours && <Erase player={from} />}
    </>
  );
}

/** Players that are merged often have the same name. */
const fullName = ({ display_name, username }: Api.Player): string => `${display_name} (${username})`;

function FirstMatches({ ids, count }: { readonly ids: readonly string[]; readonly count: number }) {
  const shown = ids.slice(0, MATCHES_SHOWN_MAX);
  const matches = useQuery({
    queryKey: ['matches', shown],
    queryFn: ({ signal }) => Promise.all(shown.map((id) => bandeja().matches.get(id, { signal }))),
  });
  return (
    <Loaded query={matches} rows={shown.length}>
      {(found) => (
        <>
          <MatchList matches={found} />
          {count > found.length && <p className="quiet">{t('more', { n: count - found.length })}</p>}
        </>
      )}
    </Loaded>
  );
}

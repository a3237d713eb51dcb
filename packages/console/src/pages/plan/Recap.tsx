import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Celebration } from '../../night/Celebration.tsx';
import { recapHighlights } from '../../night/Highlights.tsx';
import { Standings } from '../../night/Standings.tsx';
import { matchesText } from '../../night/standing.ts';
import { nightTitle, shared } from '../../night/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { PictureFrame, ShareButton, useTheme } from '../../parts/SharedPicture.tsx';
import { RankingRule } from './RankBy.tsx';
import { ReopenNight } from './ReopenNight.tsx';
import type { NightParts } from './shared.ts';

const t = texts('console.plan.recap');

/** A closed night, to share and print. */
export function Recap({ plan, live, change }: Pick<NightParts, 'plan' | 'live' | 'change'>) {
  const ref = plan.session_external_ref;
  const theme = useTheme();
  const recap = useQuery({
    queryKey: ['recap', ref],
    queryFn: ({ signal }) => bandeja().sessions.recap(ref, { signal }),
  });
  const poster = useQuery({
    queryKey: ['recap.svg', ref, theme],
    queryFn: ({ signal }) => bandeja().sessions.recapPicture(ref, { theme, signal }),
  });
  if (plan.rounds.every(({ courts }) => courts.every(({ result }) => result === null)))
    return (
      <Empty title={shared('none')} hint={t('none_hint')}>
        <ReopenNight plan={plan} />
      </Empty>
    );
  return (
    <Loaded query={live} rows={6}>
      {(night) => (
        <div className="columns even">
          <div className="stack">
            <Celebration
              title={nightTitle(plan.name, recap.data?.started_at ?? null)}
              facts={[night.club_name, night.venue_label, recap.data && matchesText(recap.data.matches.completed)]}
              night={night}
              highlights={recap.data && recapHighlights(recap.data)}
              share={poster.data !== undefined && <ShareButton svg={poster.data} fileName={`${ref}-recap`} isMain />}
            />
            <Tile title={shared('final')} note={<RankingRule night={night} change={change} />}>
              <Standings night={night} />
              <div className="actions">
                <button type="button" onClick={() => window.print()}>
                  {t('print')}
                </button>
                <Link className="button" to="/sessions/$ref" params={{ ref }}>
                  {t('session')}
                </Link>
                <ReopenNight plan={plan} />
              </div>
            </Tile>
          </div>
          <Loaded query={poster} rows={6}>
            {(svg) => <PictureFrame svg={svg} label={t('poster')} />}
          </Loaded>
        </div>
      )}
    </Loaded>
  );
}

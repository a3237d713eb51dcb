import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { DownloadCsv } from '../../parts/DownloadCsv.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { Unfold } from '../../parts/Unfold.tsx';
import { Leaderboard } from '../players/Leaderboard.tsx';
import { RegisterFile } from '../players/RegisterFile.tsx';
import { WindowSelect, windowOf } from '../players/WindowSelect.tsx';
import { RegisterPlayer } from '../players/writes.tsx';
import { rankingSubtitle, rankingTitle } from './words.ts';

const t = texts('console.ranking.ranking');

const page = getRouteApi('/ranking');

/** All players of the club by score, without a roster. */
export function Ranking() {
  const { window: chosen } = page.useSearch();
  const navigate = page.useNavigate();
  const window = windowOf(chosen);
  return (
    <Page
      title={rankingTitle()}
      subtitle={rankingSubtitle(window)}
      actions={
        <>
          <button type="button" onClick={() => globalThis.print()}>
            {t('print')}
          </button>
          <DownloadCsv path="/v1/leaderboard" query={{ window }} fileName="ranking" />
          <Link className="button" to="/ranking/screen" search={{ window }}>
            {t('screen')}
          </Link>
          <Link className="button" to="/players">
            {t('players')}
          </Link>
        </>
      }
    >
      <search className="filters">
        <WindowSelect window={window} onChange={(to) => void navigate({ search: { window: to } })} />
      </search>
      <Unfold summary={t('picture')} className="ranking-picture">
        <Picture
          label={rankingTitle()}
          fileName="ranking"
          queryKey={['leaderboard.svg', window]}
          read={(theme, signal) => bandeja().rosters.everyonePicture({ window, theme, signal })}
        />
      </Unfold>
      <Leaderboard
        roster={null}
        window={window}
        empty={
          <Empty title={t('empty')} hint={t('first')}>
            <div className="actions">
              <RegisterFile />
              <RegisterPlayer />
            </div>
          </Empty>
        }
      />
    </Page>
  );
}

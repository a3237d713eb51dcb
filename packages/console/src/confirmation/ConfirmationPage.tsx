import { type Api, type BandejaConfirmation, BandejaError } from '@bandeja/client';
import { useCallback, useEffect, useState } from 'react';
import { texts } from '../language.ts';
import { shownName } from '../names.ts';
import { formatMoment } from '../numbers.ts';
import { Fault } from '../parts/Fault.tsx';
import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import { Placeholder } from '../parts/Loaded.tsx';
import { Page, Tile } from '../parts/Page.tsx';
import { TeamScores } from '../parts/TeamScores.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { nextOf } from './words.ts';

const t = texts('console.confirmation.confirmation_page');

/** @param isMissing if the address has no token */
export function Ended({ isMissing = false }: { readonly isMissing?: boolean }) {
  return (
    <main className="night-page">
      <Page title={isMissing ? t('missing') : t('ended')}>
        <p className="empty">{isMissing ? t('missing_hint') : t('ended_hint')}</p>
        <Foot />
      </Page>
    </main>
  );
}

const Foot = () => (
  <footer className="foot">
    <LanguageSelect />
  </footer>
);

const isEnded = (error: unknown): boolean => error instanceof BandejaError && error.status === 401;
/** The match has changed, or is decided: the page shows it again. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof BandejaError && ['revision_conflict', 'invalid_transition'].includes(error.code);

/** The match of a link: who, when, the score, and the player's answer. */
export function ConfirmationPage({ client }: { readonly client: BandejaConfirmation }) {
  const [page, setPage] = useState<Api.LinkedMatch | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isOld, setOld] = useState(false);
  const read = useCallback(() => {
    client.get().then((found) => {
      setPage(found);
      setError(null);
    }, setError);
  }, [client]);
  useEffect(() => {
    read();
    const again = () => document.visibilityState === 'visible' && read();
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, [read]);

  async function answer(given: Omit<Api.MatchAnswerSubmission, 'revision'>): Promise<void> {
    if (page === null) return;
    try {
      setPage(await client.answer({ ...given, revision: page.match.revision }));
      setOld(false);
      setError(null);
    } catch (failure) {
      if (!isOvertaken(failure)) return setError(failure);
      setOld(true);
      read();
    }
  }

  if (isEnded(error)) return <Ended />;
  return (
    <main className="night-page confirmation">
      <Page
        title={page?.state === 'closed' ? t('decided') : t('title')}
        {...(page && { subtitle: subtitleOf(page.match) })}
      >
        {error !== null && <Fault error={error} onRetry={read} />}
        {page === null && error === null && <Placeholder rows={4} />}
        {isOld && (
          <p className="warn" role="status">
            {t('changed')}
          </p>
        )}
        {page !== null && (
          <div className="stack">
            <Tile title={t('result')}>
              <Score match={page.match} />
            </Tile>
            {(page.state === 'awaiting' || page.state === 'disputed') && (
              <AnswerForm key={`${page.match.revision} ${page.answer} ${page.reason}`} page={page} onAnswer={answer} />
            )}
            <Tile title={t('next')}>
              {nextOf(page).map((sentence) => (
                <p key={sentence} role="status">
                  {sentence}
                </p>
              ))}
            </Tile>
          </div>
        )}
        <Foot />
      </Page>
    </main>
  );
}

type Match = Api.LinkedMatch['match'];

const subtitleOf = ({ played_at, venue_label }: Match): string =>
  [formatMoment(played_at), venue_label].filter((part) => part !== null).join(' · ');

interface PlayerNameProps {
  readonly player: Match['teams']['A'][number] | undefined;
  /** From 1 to 4, for a player whose name is hidden. */
  readonly number: number;
}

function PlayerName({ player, number }: PlayerNameProps) {
  if (player === undefined) return null;
  const name = shownName({ ...player, number });
  return player.you ? (
    <span className="subject">
      {name} ({t('you')})
    </span>
  ) : (
    <span>{name}</span>
  );
}

function Score({ match }: { readonly match: Match }) {
  return (
    <>
      <TeamScores
        match={match}
        names={(team) => (
          <>
            <PlayerName player={match.teams[team][0]} number={team === 'A' ? 1 : 3} />
            <PlayerName player={match.teams[team][1]} number={team === 'A' ? 2 : 4} />
          </>
        )}
      />
      {match.outcome !== 'played' && <p className="chip">{t(match.outcome)}</p>}
    </>
  );
}

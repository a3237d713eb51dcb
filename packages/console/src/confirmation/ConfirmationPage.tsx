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

const t = texts({
  title: ['Is this result right?', '¿Es correcto este resultado?', 'Este resultado está certo?'],
  decided: ['Your match', 'Tu partido', 'O seu encontro'],
  next: ['What happens next', 'Qué pasa ahora', 'O que acontece agora'],
  result: ['Result', 'Resultado', 'Resultado'],
  you: ['you', 'tú', 'você'],
  walkover: ['Walkover', 'Incomparecencia', 'Falta de comparência'],
  retired: ['Retired', 'Abandono', 'Desistência'],
  ended: ['This link has ended', 'Este enlace ya no es válido', 'Este link já não é válido'],
  endedHint: ['Ask the organizer for a new one.', 'Pide otro a quien organiza.', 'Peça outro a quem organiza.'],
  missing: ['This page opens with a link', 'Esta página se abre con un enlace', 'Esta página abre com um link'],
  missingHint: ['Open the whole link.', 'Abre el enlace completo.', 'Abra o link completo.'],
  changed: [
    'The organizer has changed the match. Look at it again.',
    'Quien organiza ha cambiado el partido. Míralo otra vez.',
    'Quem organiza alterou o encontro. Veja-o de novo.',
  ],
});

/** @param isMissing if the address has no token */
export function Ended({ isMissing = false }: { readonly isMissing?: boolean }) {
  return (
    <main className="night-page">
      <Page title={isMissing ? t.missing : t.ended}>
        <p className="empty">{isMissing ? t.missingHint : t.endedHint}</p>
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
      <Page title={page?.state === 'closed' ? t.decided : t.title} {...(page && { subtitle: subtitleOf(page.match) })}>
        {error !== null && <Fault error={error} onRetry={read} />}
        {page === null && error === null && <Placeholder rows={4} />}
        {isOld && (
          <p className="warn" role="status">
            {t.changed}
          </p>
        )}
        {page !== null && (
          <div className="stack">
            <Tile title={t.result}>
              <Score match={page.match} />
            </Tile>
            {(page.state === 'awaiting' || page.state === 'disputed') && (
              <AnswerForm key={`${page.match.revision} ${page.answer} ${page.reason}`} page={page} onAnswer={answer} />
            )}
            <Tile title={t.next}>
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

function PlayerName({ player }: { readonly player: Match['teams']['A'][number] | undefined }) {
  if (player === undefined) return null;
  return player.you ? (
    <span className="subject">
      {shownName(player)} ({t.you})
    </span>
  ) : (
    <span>{shownName(player)}</span>
  );
}

function Score({ match }: { readonly match: Match }) {
  return (
    <>
      <TeamScores
        match={match}
        names={(team) => (
          <>
            <PlayerName player={match.teams[team][0]} />
            <PlayerName player={match.teams[team][1]} />
          </>
        )}
      />
      {match.outcome !== 'played' && <p className="chip">{t[match.outcome]}</p>}
    </>
  );
}

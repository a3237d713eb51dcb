import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { NewAddresses } from '../../parts/NewAddress.tsx';
import { Tile } from '../../parts/Page.tsx';
import { PlayerLink } from '../../parts/people.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.match.confirmation');

type Confirmation = Api.Confirmation;

const sentenceOf = ({ state, decided_by: by }: Confirmation): string | null => {
  if (state !== 'closed') return t(state);
  return by === null ? null : t(by);
};

/** What the players of a match say about its result. Nothing for a match that does not wait for them. */
export function ConfirmationTile({ match }: { readonly match: Api.Match }) {
  const { confirmation } = match;
  if (confirmation === null) return null;
  const { state, deadline, then } = confirmation;
  const sentence = sentenceOf(confirmation);
  return (
    <Tile title={t('title')}>
      {sentence !== null && <p>{sentence}</p>}
      {state === 'awaiting' && deadline !== null && <p>{t(then, { at: formatMoment(deadline) })}</p>}
      <Answers match={match} />
      {match.status === 'pending' && <MakeLinks match={match} />}
    </Tile>
  );
}

/** The answers, each with its reason. */
export function Answers({ match }: { readonly match: Api.Match }) {
  const answers = match.confirmation?.answers ?? [];
  if (answers.length === 0) return null;
  return (
    <ul>
      {answers.map(({ profile_id: id, answer, reason, at }) => {
        const player = match.participants.find((one) => one.profile_id === id);
        return (
          <li key={id ?? at}>
            {player !== undefined && <PlayerLink player={player} />}: {t(answer)}
            {reason !== null && ` — “${reason}”`} <small className="quiet">{formatMoment(at)}</small>
          </li>
        );
      })}
    </ul>
  );
}

function MakeLinks({ match }: { readonly match: Api.Match }) {
  const forbidden = useForbidden(needs.writeMatches);
  return (
    <FormAction
      title={t('links')}
      submit={t('make')}
      forbidden={forbidden}
      changes={[]}
      onSubmit={() => bandeja().matches.createLinks(match.id)}
      result={({ data }, close) => (
        <NewAddresses
          note={t('once')}
          addresses={data.map(({ profile_id: id, url }) => ({
            name: match.participants.find((one) => one.profile_id === id)?.display_name ?? '',
            url,
          }))}
          onDone={close}
        />
      )}
    >
      <p>{t('links_note')}</p>
    </FormAction>
  );
}

/** A form for one match: four players, the score and the time. */
import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { joinPair } from '../../names.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { ResultFields, readResult } from '../match/ResultFields.tsx';
import { storedWarnings } from '../match/StoredWarnings.tsx';
import type { FoundPerson } from '../plan/named-players.ts';
import { PlayerSearch } from '../plan/PlayerSearch.tsx';

const t = texts('console.matches.enter_match');

/** A name that the match keeps if the sheet is sent again, so that it is stored once. */
const newReference = (): string => `by-hand-${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;

export function EnterMatch() {
  const forbidden = useForbidden(needs.writeMatches);
  const [players, setPlayers] = useState<readonly FoundPerson[]>([]);
  const [reference, setReference] = useState(newReference);
  const restart = () => {
    setPlayers([]);
    setReference(newReference());
  };
  const [a, b, c, d] = players;
  return (
    <FormAction
      title={t('enter')}
      submit={t('store')}
      forbidden={forbidden}
      isReady={d !== undefined}
      changes={['matches']}
      onSubmit={(values) => bandeja().matches.submit(matchOf(reference, players, values))}
      result={(match, close) =>
        storedWarnings({
          match,
          close,
          otherwise: (
            <Link className="button" to="/matches/$id" params={{ id: match.id }} onClick={close}>
              {t('open')}
            </Link>
          ),
        })
      }
      onClose={restart}
    >
      <ul className="chosen">
        {players.map((player, index) => (
          <li key={player.id}>
            <span>
              {player.display_name} <small className="quiet">{index < 2 ? t('first') : t('second')}</small>
            </span>
            <button
              type="button"
              className="plain"
              aria-label={t('remove', { name: player.display_name })}
              onClick={() => setPlayers(players.filter((one) => one !== player))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {a === undefined || b === undefined || c === undefined || d === undefined ? (
        <PlayerSearch
          key={players.length}
          label={t('player', { n: players.length + 1, pair: players.length < 2 ? t('first') : t('second') })}
          taken={players.map(({ id }) => id)}
          byId
          autoFocus
          onChoose={(player) => setPlayers([...players, player])}
        />
      ) : (
        <>
          <ResultFields
            names={{ A: joinPair(a.display_name, b.display_name), B: joinPair(c.display_name, d.display_name) }}
            hint={t('sets_hint')}
          />
          <Field label={t('when')} name="when" type="datetime-local" required defaultValue={localTime(new Date())} />
          <Field label={t('venue')} name="venue" maxLength={80} autoComplete="off" />
        </>
      )}
    </FormAction>
  );
}

/** As a field of date and time reads it, in the time zone of this browser. */
const localTime = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const matchOf = (reference: string, players: readonly FoundPerson[], values: FormData): Api.MatchSubmission => ({
  external_ref: reference,
  played_at: new Date(textOf(values, 'when') ?? '').toISOString(),
  trust_tier: 'partner_attested',
  participants: players.map(({ id }, index) => ({ profile_id: id, team: index < 2 ? 'A' : 'B' })),
  venue_label: textOf(values, 'venue'),
  ...readResult(values),
  ...(values.get('units') === 'points' && { scoring: 'points' }),
});

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { texts } from '../../language.ts';
import { Action } from '../../parts/Action.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Field } from '../../parts/Field.tsx';
import { sharedNames } from '../../parts/people.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { registerPrivate, searchPlayers } from './find-players.ts';
import { type FoundPerson, firstOfEach, searchedWords, WORDS_LENGTH_MAX } from './named-players.ts';

const t = texts('console.plan.player_search');

const TYPING_PAUSE_MS = 200;

interface PlayerSearchProps {
  readonly label?: string;
  /** Usernames that cannot be chosen, or not again; with `byId`, ids. */
  readonly taken: readonly string[];
  /** Players that share a username are listed apart. Otherwise a username means the first of them. */
  readonly byId?: boolean;
  /** Shown with them. */
  readonly takenText?: string;
  /** Whether an unknown name may become a private player. */
  readonly registers?: boolean;
  readonly autoFocus?: boolean;
  /** The player that was chosen before is still being added. */
  readonly isBusy?: boolean;
  readonly onChoose: (player: FoundPerson) => void;
}

/** A search with its results as buttons. */
export function PlayerSearch({
  label = t('search'),
  taken,
  byId = false,
  takenText = t('added'),
  registers = true,
  autoFocus = false,
  isBusy = false,
  onChoose,
}: PlayerSearchProps) {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  /** The words that Enter was pressed after: their first player is chosen once it is found. */
  const [entered, setEntered] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSearching = searchedWords(words) !== undefined;
  const found = useQuery({
    queryKey: ['players', 'search', words],
    queryFn: ({ signal }) => searchPlayers(words, signal),
    enabled: isSearching,
    placeholderData: (previous) => previous,
  });
  const keyOf = ({ id, username }: FoundPerson) => (byId ? id : username);
  const people = found.data && firstOfEach(found.data, keyOf);
  const shared = sharedNames(people ?? []);
  const forbidden = useForbidden(needs.writePlayers);
  const registering = useMutation({ mutationFn: registerPrivate, onSuccess: choose });
  function choose(player: FoundPerson) {
    setTyped('');
    setWords('');
    onChoose(player);
  }
  const isComplete = isSearching && found.data !== undefined && !found.isPlaceholderData && words === typed.trim();
  const first = people?.find((player) => !taken.includes(keyOf(player)));
  useEffect(() => {
    if (entered === null || entered !== words || !isComplete || isBusy) return;
    setEntered(null);
    if (first !== undefined) choose(first);
  });
  return (
    <search className="player-search">
      <Field
        label={label}
        type="search"
        value={typed}
        maxLength={WORDS_LENGTH_MAX}
        autoComplete="off"
        autoFocus={autoFocus}
        onChange={(event) => {
          setTyped(event.target.value);
          setEntered(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          setWords(typed.trim());
          setEntered(typed.trim());
        }}
      />
      {isSearching && (
        <ul aria-label={t('results')}>
          {people?.map((player) => (
            <li key={player.id}>
              <button type="button" disabled={isBusy || taken.includes(keyOf(player))} onClick={() => choose(player)}>
                <span>{player.display_name}</span>
                {(taken.includes(keyOf(player)) || shared.has(player.display_name)) && (
                  <small className="quiet">{taken.includes(keyOf(player)) ? takenText : player.username}</small>
                )}
              </button>
            </li>
          ))}
          {isComplete && !registers && people?.length === 0 && <li className="quiet">{t('none')}</li>}
          {isComplete && registers && (
            <li>
              <Action
                className="new-player"
                forbidden={forbidden}
                disabled={isBusy || registering.isPending}
                onClick={() => registering.mutate(words)}
              >
                {t('register', { name: words })}
              </Action>
            </li>
          )}
        </ul>
      )}
      {found.error !== null && <Fault error={found.error} />}
      {registering.error !== null && <Fault error={registering.error} />}
    </search>
  );
}

import { useState } from 'react';
import { clubZone } from '../../club.ts';
import { texts } from '../../language.ts';
import { Arrivals } from './Arrivals.tsx';
import { AsLastTime } from './AsLastTime.tsx';
import { type Draft, draftLike, PLAYERS_MAX, pairsFirst, withPlayers } from './draft.ts';
import { namesOf } from './kept-draft.ts';
import type { Person } from './named-players.ts';
import { PasteNames } from './PasteNames.tsx';
import { PlayerSearch } from './PlayerSearch.tsx';

const t = texts('console.plan.players');

interface PlayersProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Tonight's players: searched, pasted, removed; in a night of fixed pairs, paired. */
export function Players({ draft, onChange: change }: PlayersProps) {
  const { players, format } = draft;
  const nameOf = namesOf(players);
  const onChange = (next: readonly Person[]) => change({ players: next });
  const taken = players.map(({ username }) => username);
  // Pasted as pairs, while the players of the night come alone.
  const [pasted, setPasted] = useState<readonly (readonly Person[])[]>([]);
  const offered = pasted.filter((pair) => pair.every(({ username }) => taken.includes(username)));
  const add = (
    added: readonly Person[],
    pairs: readonly (readonly Person[])[] = [],
    arrivals: Draft['arrivals'] = {},
  ) => {
    setPasted(pairs);
    change({ players: withPlayers(draft, added, pairs), arrivals: { ...draft.arrivals, ...arrivals } });
  };
  return (
    <section className="tile">
      <header>
        <h2>{t('title', { n: players.length })}</h2>
        <PasteNames isOfPairs={format === 'teams'} onAdd={add} />
      </header>
      {format !== 'teams' && offered.length > 1 && (
        <p className="warn" role="status">
          {t('offer', { n: offered.length })}{' '}
          <button
            type="button"
            className="plain"
            onClick={() => change({ format: 'teams', players: pairsFirst(players, offered) })}
          >
            {t('fix')}
          </button>
        </p>
      )}
      {players.length < PLAYERS_MAX ? (
        <PlayerSearch taken={taken} onChoose={(player) => add([player])} />
      ) : (
        <p className="quiet">{t('full', { n: PLAYERS_MAX })}</p>
      )}
      {players.length === 0 && draft.revision === null && (
        <AsLastTime onTake={(last) => change(draftLike(last, clubZone()))} />
      )}
      {format === 'teams' ? (
        <Pairs players={players} nameOf={nameOf} onChange={onChange} />
      ) : (
        <ul className="tags">
          {players.map((player) => (
            <li key={player.username}>
              {nameOf(player)}
              <Remove player={player} players={players} nameOf={nameOf} onChange={onChange} />
            </li>
          ))}
        </ul>
      )}
      <Arrivals draft={draft} onChange={change} />
    </section>
  );
}

interface RemoveProps {
  readonly player: Person;
  readonly players: readonly Person[];
  readonly nameOf: (player: Person) => string;
  readonly onChange: (players: readonly Person[]) => void;
}

function Remove({ player, players, nameOf, onChange }: RemoveProps) {
  return (
    <button
      type="button"
      className="plain"
      aria-label={t('remove', { name: nameOf(player) })}
      onClick={() => onChange(players.filter((one) => one !== player))}
    >
      ✕
    </button>
  );
}

/** The players two by two. */
function Pairs({ players, nameOf, onChange }: Omit<RemoveProps, 'player'>) {
  const [marked, setMarked] = useState<string | null>(null);
  const tap = (name: string) => {
    const [from, to] = [marked, name].map((one) => players.findIndex(({ username }) => username === one));
    const [a, b] = [players[from ?? -1], players[to ?? -1]];
    setMarked(a === undefined ? name : null);
    if (a === undefined || b === undefined) return;
    onChange(players.map((one) => (one === a ? b : one === b ? a : one)));
  };
  const pairs = players.filter((_, index) => index % 2 === 0).map((first, index) => [first, players[index * 2 + 1]]);
  return (
    <>
      {players.length > 2 && <p className="quiet small">{t('swap_hint')}</p>}
      <ol className="pairs">
        {pairs.map((pair, index) => (
          <li key={pair[0]?.username}>
            <span className="quiet small">{t('pair', { n: index + 1 })}</span>
            {pair.map((player) =>
              player === undefined ? null : (
                <span key={player.username} className="paired">
                  <button type="button" aria-pressed={marked === player.username} onClick={() => tap(player.username)}>
                    {nameOf(player)}
                  </button>
                  <Remove player={player} players={players} nameOf={nameOf} onChange={onChange} />
                </span>
              ),
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

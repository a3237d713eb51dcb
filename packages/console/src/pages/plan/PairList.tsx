import { useState } from 'react';
import { texts } from '../../language.ts';
import type { Draft } from './draft.ts';
import { namesOf } from './kept-draft.ts';
import type { Person } from './named-players.ts';

const t = texts('console.plan.pair_list');

interface PairListProps {
  readonly label: string;
  readonly players: readonly Person[];
  readonly pairs: Draft['together'];
  readonly onChange: (pairs: Draft['together']) => void;
}

/** Pairs of players, each added by choosing both. */
export function PairList({ label, players, pairs, onChange }: PairListProps) {
  const [first, setFirst] = useState('');
  const shownName = namesOf(players);
  const nameOf = (name: string) => {
    const player = players.find(({ username }) => username === name);
    return player === undefined ? name : shownName(player);
  };
  const choices = (left: string | null) =>
    players
      .filter(({ username }) => username !== left)
      .map(({ username }) => (
        <option key={username} value={username}>
          {nameOf(username)}
        </option>
      ));
  return (
    <fieldset className="pair-list">
      <legend>{label}</legend>
      <ul className="tags">
        {pairs.map(([a, b]) => (
          <li key={`${a} ${b}`}>
            {nameOf(a)} + {nameOf(b)}
            <button
              type="button"
              className="plain"
              aria-label={t('remove', { a: nameOf(a), b: nameOf(b) })}
              onClick={() => onChange(pairs.filter((pair) => pair[0] !== a || pair[1] !== b))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <div className="side-by-side">
        <select aria-label={t('first', { label })} value={first} onChange={(event) => setFirst(event.target.value)}>
          <option value="">{t('choose')}</option>
          {choices(null)}
        </select>
        <select
          aria-label={t('second', { label })}
          value=""
          disabled={first === ''}
          onChange={(event) => {
            onChange([...pairs, [first, event.target.value]]);
            setFirst('');
          }}
        >
          <option value="">{t('choose')}</option>
          {choices(first)}
        </select>
      </div>
    </fieldset>
  );
}

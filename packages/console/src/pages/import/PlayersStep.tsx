import {
  type Decisions,
  type FoundPlayers,
  followed,
  type Import,
  type KeptPlayers,
  type PlayersKind,
  stillOffered,
} from '@bandeja/importer';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Check } from '../../parts/Field.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import type { PlayerChoices } from './opening.ts';
import { LOCAL, NamesList, nextId } from './parts.tsx';
import { Unclear } from './Unclear.tsx';

const t = texts('console.import.players_step');

interface PlayersStepProps {
  readonly importing: Import;
  readonly players: Required<KeptPlayers>;
  readonly onChange: (players: Partial<PlayerChoices>) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function PlayersStep({ importing, players, onChange, onBack, onDone }: PlayersStepProps) {
  const { kind, registers, decisions } = players;
  const isRegistering = typeof kind !== 'object';
  const forbidden = useForbidden(needs.writePlayers);
  const [id] = useState(nextId);
  // Without the decisions, so that a decision can be changed.
  const found = useQuery({
    queryKey: ['import-players', id, registers],
    queryFn: () => importing.players(bandeja(), { kind, registers }),
    ...LOCAL,
  });
  // No decision applies that is not shown.
  const names = found.data?.names ?? null;
  const shown = names === null ? decisions : stillOffered(names, decisions);
  const isCircle = Object.keys(shown).some((name) => followed(name, shown) === 'circle');
  return (
    <>
      <Tile title={t('who')}>
        <Loaded query={found}>{(data) => <Found found={data} kind={kind} decisions={shown} />}</Loaded>
        {isRegistering && (
          <Check
            label={t('register')}
            checked={registers}
            disabled={forbidden !== null}
            onChange={(event) => onChange({ registers: event.target.checked })}
          />
        )}
        {isRegistering && forbidden !== null && <small className="quiet">{forbidden}</small>}
        {(!isRegistering || !registers) && <p className="quiet">{t('not_registered')}</p>}
      </Tile>
      {names !== null && <Unclear names={names} decisions={shown} onDecide={(made) => onChange({ decisions: made })} />}
      <div className="actions end">
        <button type="button" onClick={onBack}>
          {t('back')}
        </button>
        <button
          type="button"
          className="main"
          disabled={found.data === undefined || isCircle}
          onClick={() => {
            onChange({ decisions: shown });
            onDone();
          }}
        >
          {t('next')}
        </button>
      </div>
    </>
  );
}

interface FoundProps {
  readonly found: FoundPlayers;
  readonly kind: PlayersKind;
  readonly decisions: Decisions;
}

function Found({ found: { names }, kind, decisions }: FoundProps) {
  if (typeof kind === 'object') return <p>{t('ids')}</p>;
  if (names === null) return <p>{t('usernames')}</p>;
  const all = names.people.toSettle;
  const unclear = all.filter(({ meaning }) => meaning.kind === 'unclear');
  const decided = unclear.map(({ name }) => [name.name, followed(name.name, decisions)] as const);
  const newNames = [
    ...all.flatMap(({ name, meaning }) =>
      meaning.kind === 'new' ? [[name.name, names.planned(meaning.username)] as const] : [],
    ),
    ...decided.flatMap(([name, last]) =>
      typeof last !== 'string' && last.decision.kind === 'new' && last.name === name
        ? [[name, last.decision.username] as const]
        : [],
    ),
  ];
  const matched = all.flatMap(({ name, meaning }) =>
    meaning.kind === 'found'
      ? [{ name: name.name, username: meaning.username, shown: names.own.get(meaning.username) }]
      : [],
  );
  // Other spellings come first: they may be other people.
  const inTurn = matched.toSorted((one, other) => Number(one.name === one.shown) - Number(other.name === other.shown));
  return (
    <>
      <Counts
        counts={[
          [t('names'), all.length],
          [t('found'), matched.length],
          [t('fresh'), newNames.length],
          [t('unclear'), decided.filter(([, last]) => typeof last === 'string').length],
        ]}
      />
      <NamesList
        title={t('matched', { n: matched.length })}
        names={inTurn.map(({ name, username, shown = username }) => [
          name === shown ? name : `${name} → ${shown}`,
          username,
        ])}
        isOpen={matched.some(({ name, shown }) => name !== shown)}
      />
      <NamesList title={t('new_names', { n: newNames.length })} names={newNames} />
    </>
  );
}

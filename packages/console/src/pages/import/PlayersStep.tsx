import type { Source } from '@bandeja/importer/source';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fill, texts } from '../../language.ts';
import { Check } from '../../parts/Field.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { stillOffered } from './deciding.ts';
import { type Decisions, followed } from './decisions.ts';
import { findPlayers, type PlayerRules, type Ready } from './importing.ts';
import { LOCAL, NamesList, nextId } from './parts.tsx';
import { Unclear } from './Unclear.tsx';

const t = texts({
  who: ['Players in the file', 'Jugadores del archivo', 'Jogadores do ficheiro'],
  names: ['Names', 'Nombres', 'Nomes'],
  found: ['Your players', 'Jugadores tuyos', 'Jogadores seus'],
  fresh: ['New', 'Nuevos', 'Novos'],
  unclear: ['To decide', 'Por decidir', 'Por decidir'],
  usernames: [
    'The file has usernames. Each is looked up when the file is checked.',
    'El archivo tiene nombres de usuario. Se buscan al comprobar el archivo.',
    'O ficheiro tem nomes de utilizador. São procurados ao verificar o ficheiro.',
  ],
  ids: [
    'The file has your ids. Each is looked up.',
    'El archivo tiene tus identificadores. Se buscan.',
    'O ficheiro tem os seus identificadores. São procurados.',
  ],
  register: [
    'Register unknown players, visible to your club only',
    'Registrar a los jugadores desconocidos, visibles solo para tu club',
    'Registar os jogadores desconhecidos, visíveis só para o seu clube',
  ],
  notRegistered: [
    'Rows with unknown players are left out.',
    'Las filas con jugadores desconocidos se dejan fuera.',
    'As linhas com jogadores desconhecidos ficam de fora.',
  ],
  matched: [
    '{n} {n|name|names} of your players',
    '{n} {n|nombre|nombres} de jugadores tuyos',
    '{n} {n|nome|nomes} de jogadores seus',
  ],
  newNames: ['{n} new {n|name|names}', '{n} {n|nombre nuevo|nombres nuevos}', '{n} {n|nome novo|nomes novos}'],
  back: ['Back to the columns', 'Volver a las columnas', 'Voltar às colunas'],
  next: ['Check the file', 'Comprobar el archivo', 'Verificar o ficheiro'],
});

interface PlayersStepProps {
  readonly source: Source;
  readonly rules: PlayerRules;
  readonly onRegister: (registers: boolean) => void;
  readonly onDecide: (decisions: Decisions) => void;
  readonly onBack: () => void;
  /** With the decisions that were shown. */
  readonly onDone: (decisions: Decisions) => void;
}

export function PlayersStep({ source, rules, onRegister, onDecide, onBack, onDone }: PlayersStepProps) {
  const { hasNames, idKind, registers, decisions } = rules;
  const forbidden = useForbidden(needs.writePlayers);
  const [id] = useState(nextId);
  // Without the decisions, so that a decision can be changed.
  const found = useQuery({
    queryKey: ['import-players', id, hasNames, idKind, registers],
    queryFn: () => findPlayers(source, { hasNames, idKind, registers, decisions: {} }),
    ...LOCAL,
  });
  // No decision applies that is not shown.
  const shown = found.data === undefined ? decisions : stillOffered(found.data, decisions);
  const isCircle = Object.keys(shown).some((name) => followed(name, shown) === 'circle');
  return (
    <>
      <Tile title={t.who}>
        <Loaded query={found}>{(ready) => <Found ready={ready} decisions={shown} />}</Loaded>
        {idKind === null && (
          <Check
            label={t.register}
            checked={registers}
            disabled={forbidden !== null}
            onChange={(event) => onRegister(event.target.checked)}
          />
        )}
        {idKind === null && forbidden !== null && <small className="quiet">{forbidden}</small>}
        {(idKind !== null || !registers) && <p className="quiet">{t.notRegistered}</p>}
      </Tile>
      {found.data !== undefined && <Unclear ready={found.data} decisions={shown} onDecide={onDecide} />}
      <div className="actions end">
        <button type="button" onClick={onBack}>
          {t.back}
        </button>
        <button
          type="button"
          className="main"
          disabled={found.data === undefined || isCircle}
          onClick={() => onDone(shown)}
        >
          {t.next}
        </button>
      </div>
    </>
  );
}

interface FoundProps {
  readonly ready: Ready;
  readonly decisions: Decisions;
}

function Found({ ready, decisions }: FoundProps) {
  const { names, byId, registrar } = ready;
  if (byId !== null) return <p>{t.ids}</p>;
  if (names === null) return <p>{t.usernames}</p>;
  const all = names.people.toSettle;
  const unclear = all.filter(({ meaning }) => meaning.kind === 'unclear');
  const decided = unclear.map(({ name }) => [name.name, followed(name.name, decisions)] as const);
  const newNames = [
    ...all.flatMap(({ name, meaning }) =>
      meaning.kind === 'new' ? [[name.name, registrar?.plannedUsername(meaning.username)] as const] : [],
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
          [t.names, all.length],
          [t.found, matched.length],
          [t.fresh, newNames.length],
          [t.unclear, decided.filter(([, last]) => typeof last === 'string').length],
        ]}
      />
      <NamesList
        title={fill(t.matched, { n: matched.length })}
        names={inTurn.map(({ name, username, shown = username }) => [
          name === shown ? name : `${name} → ${shown}`,
          username,
        ])}
        isOpen={matched.some(({ name, shown }) => name !== shown)}
      />
      <NamesList title={fill(t.newNames, { n: newNames.length })} names={newNames} />
    </>
  );
}

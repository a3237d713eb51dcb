import { nameKey } from '@bandeja/importer/names/name-forms';
import type { Candidate, Doubt } from '@bandeja/importer/names/people';
import type { Source } from '@bandeja/importer/source';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Check, Field, Select, textOf } from '../../parts/Field.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { type Decision, type Decisions, findPlayers, type PlayerRules, type Ready } from './importing.ts';
import { LOCAL, nextId, rowsText } from './parts.tsx';

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
  newNames: ['{n} new {n|name|names}', '{n} {n|nombre nuevo|nombres nuevos}', '{n} {n|nome novo|nomes novos}'],
  decide: ['Who is this?', '¿Quién es?', 'Quem é?'],
  decideNote: [
    'It is unclear who these names refer to. Rows without a decision are left out.',
    'No está claro a quién se refieren estos nombres. Las filas sin decisión se dejan fuera.',
    'Não está claro a quem se referem estes nomes. As linhas sem decisão ficam de fora.',
  ],
  whoIs: ['“{name}” ({rows}) is', '«{name}» ({rows}) es', '«{name}» ({rows}) é'],
  open: ['Not decided', 'Sin decidir', 'Por decidir'],
  same: [
    'the same as “{name}” of this file',
    'la misma persona que «{name}» de este archivo',
    'a mesma pessoa que «{name}» deste ficheiro',
  ],
  isNew: ['a new player ({username})', 'un jugador nuevo ({username})', 'um jogador novo ({username})'],
  out: ['Leave its rows out', 'Dejar sus filas fuera', 'Deixar as suas linhas de fora'],
  other: ['another player, by username', 'otro jugador, por su usuario', 'outro jogador, pelo utilizador'],
  username: ['Username', 'Nombre de usuario', 'Nome de utilizador'],
  find: ['Find', 'Buscar', 'Procurar'],
  back: ['Back to the columns', 'Volver a las columnas', 'Voltar às colunas'],
  next: ['Check the file', 'Comprobar el archivo', 'Verificar o ficheiro'],
});

const doubtTexts: Readonly<Record<Doubt, string>> = texts({
  namesakes: [
    'Several of your players have this name.',
    'Varios jugadores tuyos se llaman así.',
    'Vários dos seus jogadores têm este nome.',
  ],
  similar: [
    'It may be another form of a name, or have a typing error.',
    'Puede ser otra forma de un nombre, o tener una errata.',
    'Pode ser outra forma de um nome, ou ter uma gralha.',
  ],
  username: [
    'One of your players has another name, and the username that this name would get.',
    'Un jugador tuyo tiene otro nombre y el usuario que tendría este.',
    'Um dos seus jogadores tem outro nome e o utilizador que este teria.',
  ],
  marked: [
    'The file marks this name as doubtful.',
    'El archivo marca este nombre como dudoso.',
    'O ficheiro marca este nome como duvidoso.',
  ],
  placeholder: [
    'This is not the name of a person. Find the player, or leave the rows out.',
    'No es el nombre de una persona. Busca al jugador o deja las filas fuera.',
    'Não é o nome de uma pessoa. Procure o jogador ou deixe as linhas de fora.',
  ],
});

interface PlayersStepProps {
  readonly source: Source;
  readonly rules: PlayerRules;
  readonly onRegister: (registers: boolean) => void;
  readonly onDecide: (decisions: Decisions) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function PlayersStep({ source, rules, onRegister, onDecide, onBack, onDone }: PlayersStepProps) {
  const { hasNames, registers, decisions } = rules;
  const forbidden = useForbidden(needs.writePlayers);
  const [id] = useState(nextId);
  // Without the decisions, so that a decision can be changed.
  const found = useQuery({
    queryKey: ['import-players', id, hasNames, registers],
    queryFn: () => findPlayers(source, { hasNames, registers, decisions: {} }),
    ...LOCAL,
  });
  return (
    <>
      <Tile title={t.who}>
        <Loaded query={found}>{(ready) => <Found ready={ready} />}</Loaded>
        <Check
          label={t.register}
          checked={registers}
          disabled={forbidden !== null}
          onChange={(event) => onRegister(event.target.checked)}
        />
        {forbidden !== null && <small className="quiet">{forbidden}</small>}
        {!registers && <p className="quiet">{t.notRegistered}</p>}
      </Tile>
      {found.data !== undefined && <Unclear ready={found.data} decisions={decisions} onDecide={onDecide} />}
      <div className="actions end">
        <button type="button" onClick={onBack}>
          {t.back}
        </button>
        <button type="button" className="main" disabled={found.data === undefined} onClick={onDone}>
          {t.next}
        </button>
      </div>
    </>
  );
}

function Found({ ready }: { readonly ready: Ready }) {
  const { names, registrar } = ready;
  if (names === null) return <p>{t.usernames}</p>;
  const { names: all, found, new: fresh, unclear } = names.summary;
  const newNames = names.people.all.flatMap(({ name, meaning }) =>
    meaning.kind === 'new' ? [{ name: name.name, username: registrar?.plannedUsername(meaning.username) }] : [],
  );
  return (
    <>
      <Counts
        counts={[
          [t.names, all],
          [t.found, found],
          [t.fresh, fresh],
          [t.unclear, unclear.length],
        ]}
      />
      {newNames.length > 0 && (
        <details>
          <summary>{fill(t.newNames, { n: newNames.length })}</summary>
          <ul className="names-list">
            {newNames.map(({ name, username }) => (
              <li key={name}>
                {name} {username !== undefined && <small className="quiet">{username}</small>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface UnclearProps {
  readonly ready: Ready;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
}

function Unclear({ ready, decisions, onDecide }: UnclearProps) {
  const unclear =
    ready.names?.people.all.flatMap(({ name, meaning }) =>
      meaning.kind === 'unclear' ? [{ name, doubt: meaning.doubt }] : [],
    ) ?? [];
  if (unclear.length === 0) return null;
  return (
    <Tile title={t.decide} note={t.decideNote}>
      <ul className="unclear">
        {unclear.map(({ name, doubt }) => (
          <li key={name.key}>
            <UnclearName
              ready={ready}
              name={name.name}
              rows={name.rows}
              doubt={doubt}
              decision={decisions[name.name] ?? null}
              onDecide={(decision) => {
                const { [name.name]: _, ...others } = decisions;
                onDecide(decision === null ? others : { ...others, [name.name]: decision });
              }}
            />
          </li>
        ))}
      </ul>
    </Tile>
  );
}

interface UnclearNameProps {
  readonly ready: Ready;
  readonly name: string;
  readonly rows: number;
  readonly doubt: Doubt;
  readonly decision: Decision | null;
  readonly onDecide: (decision: Decision | null) => void;
}

const isSame = (one: Decision | null, other: Decision): boolean => JSON.stringify(one) === JSON.stringify(other);

function UnclearName({ ready, name, rows, doubt, decision, onDecide }: UnclearNameProps) {
  const [isSearching, setSearching] = useState(false);
  const options = optionsFor(ready, name);
  const chosen = options.findIndex(([, one]) => isSame(decision, one));
  const isOther = chosen < 0 && decision?.kind === 'player';
  return (
    <>
      <Select
        label={fill(t.whoIs, { name, rows: rowsText(rows) })}
        value={isSearching || isOther ? 'other' : chosen < 0 ? '' : String(chosen)}
        onChange={({ target: { value } }) => {
          setSearching(value === 'other');
          onDecide(options[value === '' ? -1 : Number(value)]?.[1] ?? null);
        }}
      >
        <option value="">{t.open}</option>
        {options.map(([label], index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
        <option value="other">{t.other}</option>
      </Select>
      <small className="quiet">{doubtTexts[doubt]}</small>
      {isOther && (
        <p>
          {decision.displayName} <small className="quiet">{decision.username}</small>
        </p>
      )}
      {isSearching && !isOther && (
        <Form
          submit={t.find}
          onSubmit={(values) => bandeja().players.get(textOf(values, 'username') ?? '')}
          onDone={({ username, display_name: displayName }) => {
            setSearching(false);
            onDecide({ kind: 'player', username, displayName });
          }}
        >
          <Field label={t.username} name="username" required autoComplete="off" autoCapitalize="none" />
        </Form>
      )}
    </>
  );
}

/** The players that a name may mean. */
function optionsFor({ names, registrar }: Ready, name: string): readonly (readonly [label: string, Decision])[] {
  const meaning = names?.people.meaningOf(nameKey(name));
  if (names === null || meaning?.kind !== 'unclear') return [];
  const candidates = meaning.candidates.map((candidate): readonly [string, Decision] => {
    const { username, displayName } = candidate;
    if (username !== null) return [`${displayName} (${username})`, { kind: 'player', username, displayName: null }];
    return [fill(t.same, { name: displayName }), { kind: 'same', name: displayName, username: usernameOf(candidate) }];
  });
  function usernameOf({ displayName }: Candidate): string {
    const other = names?.people.meaningOf(nameKey(displayName));
    if (other === undefined || other.kind === 'unclear') return names?.people.suggestionFor(nameKey(displayName)) ?? '';
    return registrar?.plannedUsername(other.username) ?? other.username;
  }
  // A placeholder must not become a player of that name.
  if (meaning.doubt === 'placeholder') return [...candidates, [t.out, { kind: 'out' }]];
  const username = names.people.suggestionFor(nameKey(name));
  return [...candidates, [fill(t.isNew, { username }), { kind: 'new', username }], [t.out, { kind: 'out' }]];
}

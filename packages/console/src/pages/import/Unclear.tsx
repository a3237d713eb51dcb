import type { Doubt } from '@bandeja/importer/names/people';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { offered } from './deciding.ts';
import { type Decision, type Decisions, followed } from './decisions.ts';
import type { Ready } from './importing.ts';
import { rowsText } from './parts.tsx';

const t = texts({
  decide: ['Who is this?', '¿Quién es?', 'Quem é?'],
  decideNote: [
    'It is unclear who these names refer to. Rows without a decision are left out.',
    'No está claro a quién se refieren estos nombres. Las filas sin decisión se dejan fuera.',
    'Não está claro a quem se referem estes nomes. As linhas sem decisão ficam de fora.',
  ],
  whoIs: ['“{name}” ({rows}) is', '«{name}» ({rows}) es', '«{name}» ({rows}) é'],
  otherFault: ['in rows with another fault', 'en filas con otro fallo', 'em linhas com outra falha'],
  open: ['Not decided', 'Sin decidir', 'Por decidir'],
  same: [
    'the same as “{name}” of this file',
    'la misma persona que «{name}» de este archivo',
    'a mesma pessoa que «{name}» deste ficheiro',
  ],
  both: [
    'Decide “{name}”, too. Until then, these rows are left out.',
    'Decide también «{name}». Hasta entonces, estas filas se dejan fuera.',
    'Decida também «{name}». Até lá, estas linhas ficam de fora.',
  ],
  circle: [
    'These names are the same as each other, so it is unclear who they are. Change one of them.',
    'Estos nombres remiten unos a otros, así que no se sabe quiénes son. Cambia uno de ellos.',
    'Estes nomes remetem uns para os outros, por isso não se sabe quem são. Altere um deles.',
  ],
  isNew: ['a new player ({username})', 'un jugador nuevo ({username})', 'um jogador novo ({username})'],
  out: ['Leave its rows out', 'Dejar sus filas fuera', 'Deixar as suas linhas de fora'],
  other: ['another player, by username', 'otro jugador, por su usuario', 'outro jogador, pelo utilizador'],
  username: ['Username', 'Nombre de usuario', 'Nome de utilizador'],
  find: ['Find', 'Buscar', 'Procurar'],
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

interface UnclearProps {
  readonly ready: Ready;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
}

/** The names that may mean several people, with a question for each. */
export function Unclear({ ready, decisions, onDecide }: UnclearProps) {
  const unclear =
    ready.names?.people.toSettle.flatMap(({ name, meaning }) =>
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
              decisions={decisions}
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
  readonly decisions: Decisions;
  readonly onDecide: (decision: Decision | null) => void;
}

const isSame = (one: Decision | null, other: Decision): boolean => JSON.stringify(one) === JSON.stringify(other);

function labelOf(decision: Decision): string {
  if (decision.kind === 'player') return `${decision.displayName} (${decision.username})`;
  if (decision.kind === 'same') return fill(t.same, { name: decision.name });
  return decision.kind === 'new' ? fill(t.isNew, { username: decision.username }) : t.out;
}

function UnclearName({ ready, name, rows, doubt, decisions, onDecide }: UnclearNameProps) {
  const [isSearching, setSearching] = useState(false);
  const options = offered(ready, name);
  const decision = decisions[name] ?? null;
  const chosen = options.findIndex((one) => isSame(decision, one));
  const isOther = chosen < 0 && decision !== null;
  const last = decision === null ? null : followed(name, decisions);
  return (
    <>
      <Select
        label={fill(t.whoIs, { name, rows: rows === 0 ? t.otherFault : rowsText(rows) })}
        value={isSearching || isOther ? 'other' : chosen < 0 ? '' : String(chosen)}
        onChange={({ target: { value } }) => {
          setSearching(value === 'other');
          onDecide(options[value === '' ? -1 : Number(value)] ?? null);
        }}
      >
        <option value="">{t.open}</option>
        {options.map((option, index) => (
          <option key={labelOf(option)} value={index}>
            {labelOf(option)}
          </option>
        ))}
        <option value="other">{t.other}</option>
      </Select>
      <small className="quiet">{doubtTexts[doubt]}</small>
      {typeof last === 'string' && decision?.kind === 'same' && (
        <p className="warn">{last === 'circle' ? t.circle : fill(t.both, { name: decision.name })}</p>
      )}
      {isOther && <p>{labelOf(decision)}</p>}
      {isSearching && !isOther && (
        <Form
          submit={t.find}
          changes={[]}
          onSubmit={(values) => playerAt(ready, textOf(values, 'username') ?? '')}
          onDone={(player) => {
            setSearching(false);
            onDecide(player);
          }}
        >
          <Field label={t.username} name="username" required autoComplete="off" autoCapitalize="none" />
        </Form>
      )}
    </>
  );
}

/** A new player of the file, or one that exists. */
async function playerAt({ names }: Ready, username: string): Promise<Decision> {
  const fresh = names?.people.newPersonAt(username);
  if (fresh !== undefined) return { kind: 'same', name: fresh.displayName, username };
  const player = await bandeja().players.get(username);
  return { kind: 'player', username: player.username, displayName: player.display_name };
}

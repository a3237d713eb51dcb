import { useId, useRef, useState } from 'react';
import { fill, texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Select, textOf } from '../../parts/Field.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { lookUpAll, type NamedPlayer, namesOf, type Person, registerPrivate } from './find-players.ts';

const t = texts({
  open: ['Paste names', 'Pegar nombres', 'Colar nomes'],
  names: [
    'Names, one a line or separated by commas',
    'Nombres, uno por línea o separados por comas',
    'Nomes, um por linha ou separados por vírgulas',
  ],
  hint: [
    'Numbers and ticks of a chat message are ignored.',
    'Se ignoran los números y las marcas de un mensaje.',
    'Os números e as marcas de uma mensagem são ignorados.',
  ],
  find: ['Find players', 'Buscar jugadores', 'Procurar jogadores'],
  add: ['Add {n} {n|player|players}', 'Añadir {n} {n|jugador|jugadores}', 'Adicionar {n} {n|jogador|jogadores}'],
  addNew: [
    'Add {n} {n|player|players}, {fresh} new',
    'Añadir {n} {n|jugador|jugadores}, {fresh} {fresh|nuevo|nuevos}',
    'Adicionar {n} {n|jogador|jogadores}, {fresh} {fresh|novo|novos}',
  ],
  found: ['Found', 'Encontrado', 'Encontrado'],
  fresh: ['New private player', 'Jugador privado nuevo', 'Novo jogador privado'],
  leave: ['Leave out', 'No añadir', 'Não adicionar'],
  choose: ['Who is {name}?', '¿Quién es {name}?', 'Quem é {name}?'],
});

interface PasteNamesProps {
  readonly onAdd: (players: readonly Person[]) => void;
}

/** Names from a chat or a list: known players are found, the others become private players in one tap. */
export function PasteNames({ onAdd }: PasteNamesProps) {
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<readonly NamedPlayer[] | null>(null);
  const close = () => {
    setOpen(false);
    setFound(null);
  };
  const add = (players: readonly Person[]) => {
    onAdd(players);
    close();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t.open}
      </button>
      {isOpen && (
        <Sheet title={t.open} onClose={close}>
          {found === null ? (
            <Names onFound={setFound} onCancel={close} />
          ) : (
            <Found found={found} onAdd={add} onCancel={close} />
          )}
        </Sheet>
      )}
    </>
  );
}

function Names({ onFound, onCancel }: { onFound: (found: readonly NamedPlayer[]) => void; onCancel: () => void }) {
  const id = useId();
  return (
    <Form
      submit={t.find}
      onCancel={onCancel}
      onSubmit={(values) => lookUpAll(namesOf(textOf(values, 'names') ?? ''))}
      onDone={onFound}
    >
      <div className="field">
        <label htmlFor={id}>{t.names}</label>
        <textarea id={id} name="names" rows={8} required aria-describedby={`${id}-hint`} />
        <small id={`${id}-hint`} className="quiet">
          {t.hint}
        </small>
      </div>
    </Form>
  );
}

/** The choice for a name is a username, or one of these. */
const NEW = '+';
const LEFT_OUT = '';

const defaultOf = ({ exact, candidates }: NamedPlayer): string =>
  exact?.username ?? (candidates.length === 1 ? (candidates[0]?.username ?? NEW) : NEW);

interface FoundProps extends PasteNamesProps {
  readonly found: readonly NamedPlayer[];
  readonly onCancel: () => void;
}

function Found({ found, onAdd, onCancel }: FoundProps) {
  const [chosen, setChosen] = useState<readonly string[]>(found.map(defaultOf));
  const forbidden = useForbidden(needs.writePlayers);
  // After a fault, players that were registered are not registered again.
  const registered = useRef(new Map<string, Person>());
  const fresh = chosen.filter((choice) => choice === NEW).length;
  const count = chosen.filter((choice) => choice !== LEFT_OUT).length;

  async function register(): Promise<Person[]> {
    const players: Person[] = [];
    for (const [index, { name, candidates }] of found.entries()) {
      const choice = chosen[index] ?? LEFT_OUT;
      if (choice === LEFT_OUT) continue;
      const known = candidates.find(({ username }) => username === choice);
      const player = known ?? registered.current.get(name) ?? (await registerPrivate(name));
      if (known === undefined) registered.current.set(name, player);
      players.push(player);
    }
    return players;
  }

  return (
    <Form
      submit={fill(fresh === 0 ? t.add : t.addNew, { n: count, fresh })}
      forbidden={fresh === 0 ? null : forbidden}
      onCancel={onCancel}
      onSubmit={register}
      onDone={onAdd}
    >
      <ul className="found">
        {found.map((named, index) => (
          <li key={named.name}>
            <FoundName
              named={named}
              choice={chosen[index] ?? LEFT_OUT}
              onChoose={(choice) => setChosen(chosen.with(index, choice))}
            />
          </li>
        ))}
      </ul>
    </Form>
  );
}

interface FoundNameProps {
  readonly named: NamedPlayer;
  readonly choice: string;
  readonly onChoose: (choice: string) => void;
}

function FoundName({ named: { name, exact, candidates }, choice, onChoose }: FoundNameProps) {
  if (exact !== null) {
    return (
      <p className="found-name">
        <strong>{exact.display_name}</strong>
        <span className="chip good">✓ {t.found}</span>
      </p>
    );
  }
  if (candidates.length === 0) {
    return (
      <p className="found-name">
        <strong>{name}</strong>
        <span className="chip pending">{t.fresh}</span>
      </p>
    );
  }
  return (
    <Select label={fill(t.choose, { name })} value={choice} onChange={(event) => onChoose(event.target.value)}>
      {candidates.map(({ username, display_name }) => (
        <option key={username} value={username}>
          {display_name} ({username})
        </option>
      ))}
      <option value={NEW}>{t.fresh}</option>
      <option value={LEFT_OUT}>{t.leave}</option>
    </Select>
  );
}

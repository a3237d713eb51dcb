import { fill, texts } from '../../language.ts';
import { Check } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { translate } from './translate.ts';

const t = texts({
  title: ['Players of other clubs', 'Jugadores de otros clubes', 'Jogadores de outros clubes'],
  note: [
    'If you mean other people, correct the file.',
    'Si se trata de otra persona, corrige el archivo.',
    'Se se trata de outra pessoa, corrija o ficheiro.',
  ],
  meant: [
    'I mean {n|this person|these people}',
    'Me refiero a {n|esta persona|estas personas}',
    'Refiro-me a {n|esta pessoa|estas pessoas}',
  ],
  player: ['{username} is “{name}”', '{username} es «{name}»', '{username} é «{name}»'],
  clashes: [
    'Nothing was sent: a username belongs to another player.',
    'No se envió nada: un nombre de usuario es de otra persona.',
    'Nada foi enviado: um nome de utilizador é de outra pessoa.',
  ],
  decide: ['Decide these names again.', 'Decide de nuevo estos nombres.', 'Decida de novo estes nomes.'],
  correct: [
    'Correct the file and choose it again.',
    'Corrige el archivo y elígelo de nuevo.',
    'Corrija o ficheiro e escolha-o de novo.',
  ],
  more: ['… and {n} more.', '… y {n} más.', '… e mais {n}.'],
});

const SHOWN_MAX = 100;

const More = ({ count }: { readonly count: number }) =>
  count > SHOWN_MAX && <p className="quiet">{fill(t.more, { n: count - SHOWN_MAX })}</p>;

interface OtherPlayersProps {
  /** The players of other clubs that the file uses: username → display name. */
  readonly players: ReadonlyMap<string, string>;
  /** How many of them a person must confirm. */
  readonly unconfirmed: number;
  readonly areMeant: boolean;
  readonly onMeant: (areMeant: boolean) => void;
}

export function OtherPlayers({ players, unconfirmed, areMeant, onMeant }: OtherPlayersProps) {
  if (players.size === 0) return null;
  return (
    <Tile title={t.title} note={t.note}>
      <ul className="names-list">
        {[...players].slice(0, SHOWN_MAX).map(([username, name]) => (
          <li key={username}>{fill(t.player, { username, name })}</li>
        ))}
      </ul>
      <More count={players.size} />
      {unconfirmed > 0 && (
        <Check
          label={fill(t.meant, { n: players.size })}
          checked={areMeant}
          onChange={(event) => onMeant(event.target.checked)}
        />
      )}
    </Tile>
  );
}

interface RefusedPlayersProps {
  /** A sentence for each username that its player cannot have. */
  readonly clashes: readonly string[];
  /** Whether the file has names, which are decided on the page. */
  readonly areNames: boolean;
}

export function RefusedPlayers({ clashes, areNames }: RefusedPlayersProps) {
  return (
    <div className="state fault" role="alert">
      <p>
        {t.clashes} {areNames ? t.decide : t.correct}
      </p>
      {clashes.slice(0, SHOWN_MAX).map((clash) => (
        <p key={clash} className="quiet">
          {translate(clash)}
        </p>
      ))}
      <More count={clashes.length} />
    </div>
  );
}

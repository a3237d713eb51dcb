import type { Clash } from '@bandeja/importer';
import { texts } from '../../language.ts';
import { Check } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { messageText } from './messages.ts';

const t = texts('console.import.other_players');

const SHOWN_MAX = 100;

const More = ({ count }: { readonly count: number }) =>
  count > SHOWN_MAX && <p className="quiet">{t('more', { n: count - SHOWN_MAX })}</p>;

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
    <Tile title={t('title')} note={t('note')}>
      <ul className="names-list">
        {[...players].slice(0, SHOWN_MAX).map(([username, name]) => (
          <li key={username}>{t('player', { username, name })}</li>
        ))}
      </ul>
      <More count={players.size} />
      {unconfirmed > 0 && (
        <Check
          label={t('meant', { n: players.size })}
          checked={areMeant}
          onChange={(event) => onMeant(event.target.checked)}
        />
      )}
    </Tile>
  );
}

interface RefusedPlayersProps {
  /** A sentence for each username that its player cannot have. */
  readonly clashes: readonly Clash[];
  /** Whether the file has names, which are decided on the page. */
  readonly areNames: boolean;
}

export function RefusedPlayers({ clashes, areNames }: RefusedPlayersProps) {
  return (
    <div className="state fault" role="alert">
      <p>
        {t('clashes')} {areNames ? t('decide') : t('correct')}
      </p>
      {clashes.slice(0, SHOWN_MAX).map(({ text }) => (
        <p key={text.values.username} className="quiet">
          {messageText(text)}
        </p>
      ))}
      <More count={clashes.length} />
    </div>
  );
}

/** The names of the players of a night or a match, as a link shows them. */
import type { PrivatePlayers } from '@bandeja/contract/plan-enums';
import { ERASED_PLAYER } from '../history/match-view.ts';
import type { PlannedPlayer } from '../plans/plan-rows.ts';
import type { NightPlayerRow } from '../plans/store.ts';
import { shortNames } from './short-names.ts';

type Named = Omit<NightPlayerRow, 'state'>;

export class LinkNames {
  readonly #players: ReadonlyMap<string, Named>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #shown: PrivatePlayers;
  readonly #short: ReadonlyMap<string, string>;

  /** @param planned the players of the plan or of the match, by number. @param shown how private players are shown */
  constructor(
    players: ReadonlyMap<string, Named>,
    planned: readonly Pick<PlannedPlayer, 'id'>[],
    shown: PrivatePlayers,
  ) {
    this.#players = players;
    this.#numbers = new Map(planned.map(({ id }, index): [string, number] => [id, index + 1]));
    this.#shown = shown;
    this.#short = shown === 'first_name' ? this.#shortNames() : new Map();
  }

  /** Those who are not in the plan are lengthened last: the recap shows them, and the page of the night does not. */
  #shortNames(): ReadonlyMap<string, string> {
    const all = [...this.#players.values()].filter((player) => !player.is_erased);
    const isPlanned = ({ id }: Named): boolean => this.numberOf(id) !== null;
    const shortOf = (players: readonly Named[], taken: readonly string[]) =>
      shortNames(
        players.flatMap((player) => {
          const { id, display_name: name } = player;
          return isShortened(player) ? [{ id, name: name ?? '', number: this.numberOf(id) }] : [];
        }),
        [...taken, ...players.flatMap(({ is_public: isPublic, display_name: name }) => (isPublic && name) || [])],
      );
    const planned = shortOf(all.filter(isPlanned), []);
    const shown = all.filter(isPlanned).map((player) => planned.get(player.id) ?? player.display_name ?? '');
    const others = shortOf(
      all.filter((player) => !isPlanned(player)),
      shown,
    );
    return new Map([...planned, ...others]);
  }

  /** Null for a player who is not in the plan. */
  numberOf(playerId: string): number | null {
    return this.#numbers.get(playerId) ?? null;
  }

  usernameOf(playerId: string): string | null {
    return this.#players.get(playerId)?.username ?? null;
  }

  /** A player that the partner may no longer see is shown by number with every link. */
  nameOf(playerId: string): string {
    const player = this.#players.get(playerId);
    if (player?.is_erased === true) return ERASED_PLAYER;
    const name = player === undefined ? null : this.#nameOf(player);
    const number = this.numberOf(playerId);
    return name ?? (number === null ? 'Player' : `Player ${number}`);
  }

  /** The name, and whether it is one. */
  shownAs(playerId: string): { readonly display_name: string; readonly identity: 'shown' | 'hidden' | 'erased' } {
    const player = this.#players.get(playerId);
    const isNamed = player !== undefined && this.#nameOf(player) !== null;
    const identity = player?.is_erased === true ? 'erased' : isNamed ? 'shown' : 'hidden';
    return { display_name: this.nameOf(playerId), identity };
  }

  #nameOf({ id, display_name: name, is_public: isPublic }: Named): string | null {
    return isPublic || this.#shown === 'display_name' ? name : (this.#short.get(id) ?? null);
  }
}

/** A player who was registered without a name has the username as one, which links do not show. */
const isShortened = ({ username, display_name: name, is_public: isPublic }: Named): boolean =>
  !isPublic && name !== null && name !== username;

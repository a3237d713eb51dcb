/** The names of the players of a night or a match, as a link shows them. */
import { distinctNames, formsOf } from '@bandeja/contract/distinct-names';
import type { PrivatePlayers } from '@bandeja/contract/plan-enums';
import { type ShownName, shownName } from '../history/match-view.ts';
import type { PlannedPlayer } from '../plans/plan-rows.ts';
import type { NightPlayerRow } from '../plans/store.ts';

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
    const shortOf = (players: readonly Named[], taken: readonly string[]): ReadonlyMap<string, string> => {
      const shortened = players.filter(isShortened);
      const short = distinctNames(
        shortened.map(({ id, display_name }) => ({ forms: formsOf(display_name ?? ''), number: this.numberOf(id) })),
        [...taken, ...players.flatMap(({ is_public: isPublic, display_name: name }) => (isPublic && name) || [])],
      );
      return new Map(shortened.map(({ id }, index) => [id, short[index] ?? '']));
    };
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
  shownAs(playerId: string): ShownName {
    const player = this.#players.get(playerId);
    if (player?.is_erased === true) return shownName(player);
    const name = player === undefined ? null : this.#nameOf(player);
    if (name !== null) return { display_name: name, identity: 'shown' };
    const number = this.numberOf(playerId);
    return { display_name: number === null ? 'Player' : `Player ${number}`, identity: 'hidden' };
  }

  #nameOf({ id, display_name: name, is_public: isPublic }: Named): string | null {
    return isPublic || this.#shown === 'display_name' ? name : (this.#short.get(id) ?? null);
  }
}

/** A player who was registered without a name has the username as one, which links do not show. */
const isShortened = ({ username, display_name: name, is_public: isPublic }: Named): boolean =>
  !isPublic && name !== null && name !== username;

/** The names of the players of a night or a match, as a link shows them. */
import type { PrivatePlayers } from '@bandeja/contract/plan-enums';
import { ERASED_PLAYER } from '../history/match-view.ts';
import type { PlannedPlayer } from '../plans/plan-rows.ts';
import type { NightPlayerRow } from '../plans/store.ts';

type Named = Omit<NightPlayerRow, 'state'>;

export class LinkNames {
  readonly #players: ReadonlyMap<string, Named>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #shown: PrivatePlayers;

  /** @param planned the players of the plan or of the match, by number. @param shown how private players are shown */
  constructor(
    players: ReadonlyMap<string, Named>,
    planned: readonly Pick<PlannedPlayer, 'id'>[],
    shown: PrivatePlayers,
  ) {
    this.#players = players;
    this.#numbers = new Map(planned.map(({ id }, index): [string, number] => [id, index + 1]));
    this.#shown = shown;
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

  #nameOf({ username, display_name: name, is_public: isPublic }: Named): string | null {
    if (isPublic || this.#shown === 'display_name') return name;
    // A player who was registered without a name has the username as one.
    if (this.#shown === 'hidden' || name === null || name === username) return null;
    return name.trim().split(/\s+/u)[0] ?? null;
  }
}

/** What partners may know of each other's players, as the contract has it, in memory. */

/** A name with what it is found by and sorted by, written by hand, so that the model has no word rules of the service. */
export interface Name {
  readonly text: string;
  readonly sort: string;
  readonly words: readonly string[];
}

export const NAMES: readonly Name[] = [
  { text: 'Márta García', sort: 'marta garcia', words: ['marta', 'garcia'] },
  { text: 'MARTA LÓPEZ', sort: 'marta lopez', words: ['marta', 'lopez'] },
  { text: 'Ana-Marta Núñez', sort: 'ana-marta nunez', words: ['ana', 'marta', 'nunez'] },
  { text: 'Łukasz Øster', sort: 'lukasz oster', words: ['lukasz', 'oster'] },
  { text: 'Иван Ёлкин', sort: 'иван елкин', words: ['иван', 'елкин'] },
  { text: '王小明', sort: '王小明', words: ['王小明'] },
  { text: 'ØYVIND–Straße', sort: 'oyvind–strasse', words: ['oyvind', 'strasse'] },
  { text: 'Αλέξης O’Brien', sort: 'αλεξησ o’brien', words: ['αλεξησ', 'o', 'brien'] },
  { text: '🎾 marta 7', sort: '🎾 marta 7', words: ['marta', '7'] },
];

/** The rosters that every partner may have. */
export const SLUGS = ['ladder', 'night'] as const;

/** Search queries, with the beginnings of words that they search for. */
export const QUERIES: readonly { readonly q: string; readonly beginnings: readonly string[] }[] = [
  { q: 'mArTá', beginnings: ['marta'] },
  { q: 'GARC mar', beginnings: ['garc', 'mar'] },
  { q: 'lópez', beginnings: ['lopez'] },
  { q: 'nun/ana', beginnings: ['nun', 'ana'] },
  { q: 'lu øs', beginnings: ['lu', 'os'] },
  { q: 'ЕЛКИН', beginnings: ['елкин'] },
  { q: '王小', beginnings: ['王小'] },
  { q: 'arta', beginnings: ['arta'] },
  { q: 'STRASS', beginnings: ['strass'] },
  { q: 'bri ΑΛΈ', beginnings: ['bri', 'αλε'] },
  { q: '7, í', beginnings: ['7', 'i'] },
];

export interface ModelPlayer {
  readonly username: string;
  readonly creator: number;
  name: Name;
  isPublic: boolean;
}

export interface ModelShare {
  readonly code: string;
  readonly player: ModelPlayer;
  readonly expiresAt: number;
  redeemedBy: number | null;
}

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** By member, the number of the addition. */
type Members = Map<ModelPlayer, number>;

export class VisibilityModel {
  readonly players = new Set<ModelPlayer>();
  /** By partner and slug. */
  readonly rosters: ReadonlyMap<string, Members>[];
  readonly shares: ModelShare[] = [];
  /** Who created the erased public players of these usernames. */
  readonly erased = new Map<string, number>();
  readonly #rosters: Map<string, Members>[];
  #additions = 0;

  constructor(partners: number) {
    this.#rosters = Array.from({ length: partners }, () => new Map());
    this.rosters = this.#rosters;
  }

  #memberships(partner: number, player: ModelPlayer): number[] {
    return [...(this.rosters[partner]?.values() ?? [])].flatMap((members) => members.get(player) ?? []);
  }

  isOwn(partner: number, player: ModelPlayer): boolean {
    return player.creator === partner || this.#memberships(partner, player).length > 0;
  }

  sees(partner: number, player: ModelPlayer): boolean {
    return this.players.has(player) && (player.isPublic || this.isOwn(partner, player));
  }

  /** The player that the partner registered, else the one that came on one of its rosters first, else the public one. */
  named(partner: number, username: string): ModelPlayer | undefined {
    const addedAt = (player: ModelPlayer): number => {
      if (player.creator === partner) return -1;
      return Math.min(...this.#memberships(partner, player));
    };
    return [...this.players]
      .filter((player) => player.username === username && this.sees(partner, player))
      .sort((a, b) => (addedAt(a) < addedAt(b) ? -1 : 1))[0];
  }

  created(partner: number, username: string): ModelPlayer | undefined {
    return [...this.players].find((player) => player.username === username && player.creator === partner);
  }

  /** @returns what is answered, as `POST /v1/players/batch` calls it */
  register(
    partner: number,
    username: string,
    { name, isPublic, slug }: { readonly name: Name; readonly isPublic: boolean | null; readonly slug: string | null },
  ): { readonly status: 'created' | 'existing' | 'taken'; readonly player: ModelPlayer | undefined } {
    const willBePublic = isPublic ?? slug === null;
    const known = this.named(partner, username);
    const isExisting = known !== undefined && (willBePublic || this.isOwn(partner, known));
    if (!isExisting && willBePublic && this.isTaken(partner, username)) return { status: 'taken', player: undefined };
    const player = isExisting ? known : { username, creator: partner, name, isPublic: willBePublic };
    this.players.add(player);
    if (slug !== null) this.add(this.putRoster(partner, slug), player);
    return { status: isExisting ? 'existing' : 'created', player };
  }

  add(members: Members, player: ModelPlayer): void {
    if (members.has(player)) return;
    this.#additions += 1;
    members.set(player, this.#additions);
  }

  /** Whether the partner’s player cannot be public: another one is, or was when it was erased by another partner. */
  isTaken(partner: number, username: string): boolean {
    const isPublic = [...this.players].some((player) => player.isPublic && player.username === username);
    return isPublic || (this.erased.has(username) && this.erased.get(username) !== partner);
  }

  /** Nothing of the player is left; shares of it are of no use. */
  erase(player: ModelPlayer): void {
    this.players.delete(player);
    if (player.isPublic) this.erased.set(player.username, player.creator);
    for (const rosters of this.rosters) for (const members of rosters.values()) members.delete(player);
  }

  putRoster(partner: number, slug: string): Members {
    const members: Members = this.rosters[partner]?.get(slug) ?? new Map();
    this.#rosters[partner]?.set(slug, members);
    return members;
  }

  deleteRoster(partner: number, slug: string): boolean {
    return this.#rosters[partner]?.delete(slug) ?? false;
  }

  /** A player who turns private stays with its creator and with those who have redeemed a share of it. */
  turn(player: ModelPlayer, isPublic: boolean): void {
    player.isPublic = isPublic;
    if (isPublic) return;
    for (const [partner, rosters] of this.rosters.entries()) {
      const holds = this.shares.some((share) => share.player === player && share.redeemedBy === partner);
      if (partner === player.creator || holds) continue;
      for (const members of rosters.values()) members.delete(player);
    }
  }

  /** Whether a share gives its player to a partner's roster now. */
  redeem(partner: number, slug: string, share: ModelShare, now: number): boolean {
    const members = this.rosters[partner]?.get(slug);
    if (members === undefined || !this.players.has(share.player)) return false;
    if (share.redeemedBy === partner) return members.has(share.player);
    const isOpen = share.redeemedBy === null && share.expiresAt > now;
    if (!isOpen || share.player.creator === partner) return false;
    share.redeemedBy = partner;
    this.add(members, share.player);
    return true;
  }

  /** In the order of `GET /v1/players`. */
  find(partner: number, beginnings: readonly string[] | null): ModelPlayer[] {
    const matches = ({ username, name }: ModelPlayer): boolean => {
      const words = [...name.words, ...username.split('-')];
      return (beginnings ?? []).every((beginning) => words.some((word) => word.startsWith(beginning)));
    };
    const isAsked = (player: ModelPlayer): boolean =>
      beginnings === null ? this.isOwn(partner, player) : this.sees(partner, player);
    return this.sorted(
      [...this.players].filter((player) => isAsked(player) && matches(player)),
      partner,
    );
  }

  sorted(players: Iterable<ModelPlayer>, partner: number): ModelPlayer[] {
    const others = (player: ModelPlayer): number => (this.isOwn(partner, player) ? 0 : 1);
    return [...players].sort(
      (a, b) => others(a) - others(b) || bytes(a.name.sort, b.name.sort) || bytes(a.username, b.username),
    );
  }
}

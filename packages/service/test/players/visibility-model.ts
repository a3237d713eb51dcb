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
  readonly username: string;
  readonly expiresAt: number;
  redeemedBy: number | null;
  /** The player was erased. */
  isVoid: boolean;
}

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

export class VisibilityModel {
  readonly players = new Map<string, ModelPlayer>();
  /** By partner and slug. */
  readonly rosters: ReadonlyMap<string, Set<string>>[];
  readonly shares: ModelShare[] = [];
  /** Who created the erased players of these usernames. */
  readonly erased = new Map<string, number>();
  readonly #rosters: Map<string, Set<string>>[];

  constructor(partners: number) {
    this.#rosters = Array.from({ length: partners }, () => new Map());
    this.rosters = this.#rosters;
  }

  isMember(partner: number, username: string): boolean {
    return [...(this.rosters[partner]?.values() ?? [])].some((members) => members.has(username));
  }

  isOwn(partner: number, username: string): boolean {
    return this.players.get(username)?.creator === partner || this.isMember(partner, username);
  }

  sees(partner: number, username: string): boolean {
    return this.players.get(username)?.isPublic === true || this.isOwn(partner, username);
  }

  /** @returns what is answered, as `POST /v1/players/batch` calls it */
  register(
    partner: number,
    username: string,
    { name, isPublic, slug }: { readonly name: Name; readonly isPublic: boolean | null; readonly slug: string | null },
  ): 'created' | 'existing' | 'taken' {
    const known = this.players.has(username);
    if (known && !this.sees(partner, username)) return 'taken';
    if (!known && this.isReserved(partner, username)) return 'taken';
    if (!known) {
      this.players.set(username, { username, creator: partner, name, isPublic: isPublic ?? slug === null });
    }
    if (slug !== null) this.putRoster(partner, slug).add(username);
    return known ? 'existing' : 'created';
  }

  /** Whether another partner has erased a player of this username. */
  isReserved(partner: number, username: string): boolean {
    return this.erased.has(username) && this.erased.get(username) !== partner;
  }

  /** Nothing of the player is left; shares of it are of no use. */
  erase({ username, creator }: ModelPlayer): void {
    this.players.delete(username);
    this.erased.set(username, creator);
    for (const rosters of this.rosters) for (const members of rosters.values()) members.delete(username);
    for (const share of this.shares) if (share.username === username) share.isVoid = true;
  }

  putRoster(partner: number, slug: string): Set<string> {
    const members = this.rosters[partner]?.get(slug) ?? new Set<string>();
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
      const holds = this.shares.some((share) => share.username === player.username && share.redeemedBy === partner);
      if (partner === player.creator || holds) continue;
      for (const members of rosters.values()) members.delete(player.username);
    }
  }

  /** Whether a share gives its player to a partner's roster now. */
  redeem(partner: number, slug: string, share: ModelShare, now: number): boolean {
    const members = this.rosters[partner]?.get(slug);
    if (members === undefined || share.isVoid) return false;
    if (share.redeemedBy === partner) return members.has(share.username);
    const isOpen = share.redeemedBy === null && share.expiresAt > now;
    if (!isOpen || this.players.get(share.username)?.creator === partner) return false;
    share.redeemedBy = partner;
    members.add(share.username);
    return true;
  }

  /** Usernames in the order of `GET /v1/players`. */
  find(partner: number, beginnings: readonly string[] | null, world: string): string[] {
    const matches = ({ username, name }: ModelPlayer): boolean => {
      const words = [...name.words, ...username.split('-')];
      return (beginnings ?? []).every((beginning) => words.some((word) => word.startsWith(beginning)));
    };
    const isAsked = ({ username }: ModelPlayer): boolean =>
      beginnings === null ? this.isOwn(partner, username) : this.sees(partner, username);
    return this.sorted(
      [...this.players.values()].filter((player) => isAsked(player) && matches(player)),
      partner,
    ).filter((username) => username.startsWith(world));
  }

  sorted(players: readonly ModelPlayer[], partner: number): string[] {
    const others = (username: string): number => (this.isOwn(partner, username) ? 0 : 1);
    return players
      .toSorted(
        (a, b) =>
          others(a.username) - others(b.username) || bytes(a.name.sort, b.name.sort) || bytes(a.username, b.username),
      )
      .map(({ username }) => username);
  }
}

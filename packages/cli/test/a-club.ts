import assert from 'node:assert/strict';
import { Bandeja } from '@bandeja/client';
import { scopes } from '@bandeja/contract/account-enums';
import { issueKey } from '@bandeja/service/keys/keys';
import type { TestService } from '@bandeja/service/test/support/service';
import { type CliOptions, type CliRun, runInside } from './run-cli.ts';

/** A new partner with a key, which uses the command against the real service. */
export class CommandClub {
  readonly #url: string;
  readonly #key: string;
  /** Four public players. */
  readonly players: readonly [string, string, string, string];

  constructor(url: string, key: string, players: readonly [string, string, string, string]) {
    this.#url = url;
    this.#key = key;
    this.players = players;
  }

  static async start(service: TestService): Promise<CommandClub> {
    const partner = await service.freshPartner();
    const { key } = await issueKey(service.context, partner.id, { scopes: [...scopes] });
    const [a, b, c, d] = (await partner.freshPlayers(4)).map(({ username }) => username);
    return new CommandClub(service.url ?? '', key, [a ?? '', b ?? '', c ?? '', d ?? '']);
  }

  /** The service, called as the command calls it. */
  get client(): Bandeja {
    return new Bandeja({ baseUrl: this.#url, key: this.#key });
  }

  run(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
    return runInside(args, { ...options, url: this.#url, key: this.#key });
  }

  /** What a command prints that must end well. */
  async text(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(args);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  async json(...args: string[]): Promise<Record<string, unknown>> {
    return JSON.parse(await this.text(...args, '--json'));
  }

  /** The arguments of a match of the four players. */
  match(score = '6-4 7-5', playedAt = '2026-05-01 19:10'): string[] {
    const [a, b, c, d] = this.players;
    return ['--a', `${a},${b}`, '--b', `${c},${d}`, '--score', score, '--played-at', playedAt];
  }

  /** Submits a match. @returns its id. */
  async submit(...more: string[]): Promise<string> {
    const match = await this.json('matches', 'submit', ...this.match(), ...more);
    return String(match['id']);
  }
}

/** An import of a test's partner, and rows as an importer sends them. */
import assert from 'node:assert/strict';
import type { ImportResults, ImportRow } from '@bandeja/contract/import-rows';
import type { Import } from '@bandeja/contract/imports';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import type { PageBody } from '../support/client.ts';
import { aMatch, type MatchBody, setsOf } from '../support/matches.ts';
import { freshName, type TestPartner } from '../support/service.ts';

export interface RowBody {
  readonly line: number;
  readonly match?: unknown;
  readonly confirmed?: unknown;
  readonly faults?: unknown;
}

type Changes = Readonly<Record<string, unknown>>;

export class AnImport {
  readonly partner: TestPartner;
  readonly id: string;

  private constructor(partner: TestPartner, id: string) {
    this.partner = partner;
    this.id = id;
  }

  static async open(partner: TestPartner, options: Changes = {}): Promise<AnImport> {
    const { status, body } = await partner.request<Import>('POST', '/v1/imports', {
      body: { label: 'liga.csv', options },
    });
    assert.equal(status, 201);
    return new AnImport(partner, body.id);
  }

  /** @throws unless the batch is accepted */
  async send(rows: readonly RowBody[], players?: readonly unknown[]): Promise<ImportResults> {
    const batch = players === undefined ? { rows } : { players, rows };
    const { status, body, text } = await this.partner.request<ImportResults>('POST', `/v1/imports/${this.id}/rows`, {
      body: batch,
    });
    assert.equal(status, 200, text);
    return body;
  }

  async sendOne(row: RowBody, players?: readonly unknown[]): Promise<ImportRow> {
    const { results } = await this.send([row], players);
    return results[0] ?? assert.fail('no result');
  }

  async read(): Promise<Import> {
    return (await this.partner.request<Import>('GET', `/v1/imports/${this.id}`)).body;
  }

  async rows(query: Readonly<Record<string, string | number | boolean>> = {}): Promise<readonly ImportRow[]> {
    const path = `/v1/imports/${this.id}/rows`;
    return (await this.partner.request<PageBody<ImportRow>>('GET', path, { query })).body.data;
  }

  async close(): Promise<Import> {
    return (await this.partner.request<Import>('POST', `/v1/imports/${this.id}/close`)).body;
  }
}

/** A row whose match team A has won 6-4 6-3. */
export function aRow(
  line: number,
  four: readonly (Player | string)[],
  changes: Changes = {},
): RowBody & { match: MatchBody } {
  const { trust_tier: _, ...match } = aMatch({
    external_ref: freshName(`row-${line}`),
    participants: four.map((player, slot) => ({
      ...(typeof player === 'string' ? { player } : { username: player.username }),
      team: slot < 2 ? 'A' : 'B',
    })),
    set_scores: setsOf('6-4 6-3'),
    ...changes,
  });
  return { line, match: match as MatchBody };
}

/** The same row with another match. */
export const changed = (row: RowBody, changes: Changes): RowBody => ({
  ...row,
  match: { ...(row.match as object), ...changes },
});

export const matchOf = async (partner: TestPartner, id: string | null): Promise<OwnMatchView> =>
  (await partner.request<OwnMatchView>('GET', `/v1/matches/${id}`)).body;

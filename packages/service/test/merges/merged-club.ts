/** A club of which one person was registered twice. */
import assert from 'node:assert/strict';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { MergedMatch, MergePreview, MergeView } from '@bandeja/contract/merges';
import type { Player } from '@bandeja/contract/players';
import type { TaskView } from '@bandeja/contract/tasks';
import { aClub, Club } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { pageOf } from '../support/paging.ts';
import { freshName, type TestService } from '../support/service.ts';
import { doPartnerTasks } from '../support/tasks.ts';

/** The places of both players of the person; the others are other people. */
export const FROM = 4;
export const INTO = 5;

export class MergedClub extends Club {
  static async of(service: TestService): Promise<MergedClub> {
    const { partner, players } = await aClub(service, { players: 8 });
    return new MergedClub(partner, players);
  }

  get from(): Player {
    return this.players[FROM] ?? assert.fail();
  }

  get into(): Player {
    return this.players[INTO] ?? assert.fail();
  }

  /** Submits a match of these places on the day of May, at 19:10 unless a minute is given. */
  play(places: readonly number[], day: number, changes: Readonly<Record<string, unknown>> = {}): Promise<OwnMatchView> {
    const played_at = `2026-05-${String(day).padStart(2, '0')}T19:10:00Z`;
    const set_scores = setsOf('6-4 6-3');
    return this.submit(this.match({ external_ref: freshName('match'), played_at, set_scores, ...changes }, places));
  }

  get names(): { readonly from: string; readonly into: string } {
    return { from: this.from.username, into: this.into.username };
  }

  async preview(): Promise<MergePreview> {
    const answer = await this.partner.request<MergePreview>('POST', '/v1/merges', {
      body: this.names,
      query: { dry_run: true },
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  async start(changes: object = {}): Promise<MergeView> {
    const answer = await this.partner.request<MergeView>('POST', '/v1/merges', { body: { ...this.names, ...changes } });
    assert.equal(answer.status, 202, answer.text);
    return answer.body;
  }

  async merge(): Promise<MergeView> {
    const { id } = await this.start();
    await doPartnerTasks(this.partner.context);
    return this.readMerge(id);
  }

  async readMerge(id: string): Promise<MergeView> {
    return (await this.partner.request<MergeView>('GET', `/v1/merges/${id}`)).body;
  }

  async undo(id: string): Promise<TaskView> {
    const answer = await this.partner.request<TaskView>('POST', `/v1/merges/${id}/undo`, { body: {} });
    assert.equal(answer.status, 202, answer.text);
    await doPartnerTasks(this.partner.context);
    return (await this.partner.request<TaskView>('GET', `/v1/tasks/${answer.body.id}`)).body;
  }

  async matchesOf(id: string, query: Readonly<Record<string, string>> = {}): Promise<readonly MergedMatch[]> {
    return (await pageOf<MergedMatch>(this.partner, `/v1/merges/${id}/matches`, { limit: 100, ...query })).data;
  }

  /** The usernames of the players of a match. */
  async usernames(id: string): Promise<readonly (string | null)[]> {
    return (await this.read(id)).participants.map(({ username }) => username);
  }

  /** The usernames on a roster. */
  async members(slug: string): Promise<readonly string[]> {
    const { data } = await pageOf<Player>(this.partner, `/v1/rosters/${slug}/members`, { limit: 100 });
    return data.map(({ username }) => username);
  }

  async audit(id: string): Promise<readonly AuditEntry[]> {
    return (await pageOf<AuditEntry>(this.partner, `/v1/matches/${id}/audit`, { limit: 100 })).data;
  }
}

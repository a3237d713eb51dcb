import type { CallOptions } from '../connection.ts';
import type { Sandbox as SandboxState } from '../generated/api.ts';
import { Noun } from './noun.ts';

/** The world of your test keys. Live keys are refused here. */
export class Sandbox extends Noun {
  /** What time it is in it, and how much there is. */
  get(options?: CallOptions): Promise<SandboxState> {
    return this.connection.call('GET /v1/sandbox', {}, options);
  }

  /** Sets its clock, ahead or back. It runs on from there. */
  setClock(now: string, options?: CallOptions): Promise<SandboxState> {
    return this.connection.call('PATCH /v1/sandbox', { body: { now } }, options);
  }

  /** Moves its clock ahead. */
  advanceClock(seconds: number, options?: CallOptions): Promise<SandboxState> {
    return this.connection.call('PATCH /v1/sandbox', { body: { advance_seconds: seconds } }, options);
  }

  /** Removes everything from it, and sets its clock right. Test keys stay. */
  async clear(options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /v1/sandbox', {}, options);
  }
}

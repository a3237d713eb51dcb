import type { ApiPromise } from '../api-promise.ts';
import type { Sandbox as SandboxState } from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun } from './noun.ts';

/** The sandbox of your test keys. Live keys are refused. */
export class Sandbox extends Noun {
  /** Returns its time, and the number of things in it. */
  get(options?: CallOptions): ApiPromise<SandboxState> {
    return this.call('GET /v1/sandbox', {}, options);
  }

  /** Sets its clock, ahead or back. The clock runs on from there. */
  setClock(now: string, options?: CallOptions): ApiPromise<SandboxState> {
    return this.call('PATCH /v1/sandbox', { body: { now } }, options);
  }

  /** Moves its clock ahead. */
  advanceClock(seconds: number, options?: CallOptions): ApiPromise<SandboxState> {
    return this.call('PATCH /v1/sandbox', { body: { advance_seconds: seconds } }, options);
  }

  /** Removes everything from it, and sets its clock to the current time. Test keys stay valid. */
  clear(options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/sandbox', {}, options);
  }
}

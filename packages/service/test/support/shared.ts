/** A thing that is dear to start and that several suites of a process use: it is started once. */
export class Shared<T extends { stop(): Promise<void> }> {
  readonly #start: () => Promise<T>;
  #started: Promise<T> | undefined;
  /** The suites that will still take it or have it. */
  #suites = 0;
  #holders = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(start: () => Promise<T>) {
    this.#start = start;
  }

  /** To be called while tests are being described: a suite will take it and give it back. */
  announce(): void {
    this.#suites += 1;
  }

  take(): Promise<T> {
    clearTimeout(this.#idle);
    this.#holders += 1;
    this.#started ??= this.#start();
    return this.#started;
  }

  /** Stops it if no other suite has it, or was announced. */
  async giveBack(): Promise<void> {
    this.#suites -= 1;
    this.#holders -= 1;
    if (this.#suites === 0) await this.#stop();
    else if (this.#holders === 0) this.#idle = setTimeout(() => void this.#stop(), IDLE_MS);
  }

  async #stop(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    await (await started)?.stop();
  }
}

/** A suite that a filter leaves out takes nothing: what waits for it for so long is stopped, so that the process can end. */
const IDLE_MS = 60_000;

/** A resource that is expensive to start. The suites of a process share one instance. */
export class Shared<T extends { stop(): Promise<void> }> {
  readonly #start: () => Promise<T>;
  #started: Promise<T> | undefined;
  /** Suites that hold it or have announced it. */
  #suites = 0;
  #holders = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(start: () => Promise<T>) {
    this.#start = start;
  }

  /** Call this while tests are registered: it announces that a suite will take the resource and give it back. */
  announce(): void {
    this.#suites += 1;
  }

  take(): Promise<T> {
    clearTimeout(this.#idle);
    this.#holders += 1;
    this.#started ??= this.#start();
    return this.#started;
  }

  /** Stops it if no other suite holds it or has announced it. */
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

/** Timeout of an unused resource. A suite that a filter skips never takes it, and it must not keep the process alive. */
const IDLE_MS = 60_000;

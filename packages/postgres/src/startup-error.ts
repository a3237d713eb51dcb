/** The service cannot start; the message says why and what the operator can do, in one or two sentences. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

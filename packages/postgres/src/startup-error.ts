/** The service cannot start. The message contains the reason and the fix, in one or two sentences. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

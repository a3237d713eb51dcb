/** The file cannot be imported. The message names what was found, and what to do. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

export const fileFault = (message: string, options?: ErrorOptions): FileFault => new FileFault(message, options);

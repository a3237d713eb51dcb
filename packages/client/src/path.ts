/** An empty id, `.` or `..`: as a part of a path, it would address something else. */
export class InvalidIdError extends TypeError {
  override readonly name = 'InvalidIdError';
}

/** An address, key or token that is missing or malformed. */
export class InvalidOptionError extends TypeError {
  override readonly name = 'InvalidOptionError';
  readonly option: 'baseUrl' | 'token';

  constructor(option: 'baseUrl' | 'token', message: string) {
    super(message);
    this.option = option;
  }
}

/**
 * The path of an operation such as `/v1/matches/{id}`, with percent-encoded values.
 * @throws {InvalidIdError} for an empty value, `.` and `..`, which change the path even if they are encoded
 */
export function pathOf(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    if (value === '' || value === '.' || value === '..') throw new InvalidIdError(`“${value}” is not a valid id.`);
    return encodeURIComponent(value);
  });
}

/** The address of a service, without a slash at the end. @throws {InvalidOptionError} if it is not an HTTP address */
export function readBaseUrl(baseUrl: string | URL | undefined): string {
  const fail = (message: string): Error => new InvalidOptionError('baseUrl', message);
  if (baseUrl === undefined || baseUrl === '') throw fail('The address of the service is missing: set baseUrl.');
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password) throw fail('The address must not contain a user name or a password.');
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw fail(
      `“${text.replace(/\/\/.*@/, '//')}” is not an http address. It should look like https://ratings.example.org.`,
    );
  return url.href.replace(/\/$/, '');
}

/** An empty id, `.` or `..`: as a part of a path, it would address something else. */
export class InvalidIdError extends TypeError {
  override readonly name = 'InvalidIdError';
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

/** The address of a service, without a slash at the end. @throws {TypeError} if it is not an HTTP address */
export function readBaseUrl(baseUrl: string | URL | undefined): string {
  if (baseUrl === undefined || baseUrl === '')
    throw new TypeError('The address of the service is missing: set baseUrl.');
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username) throw new TypeError('baseUrl must not contain a user name or a password.');
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new TypeError(`“${text}” is not an http address. It should look like https://ratings.example.org.`);
  return url.href.replace(/\/$/, '');
}

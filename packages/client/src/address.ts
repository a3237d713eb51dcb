/** A value that is no id: as a part of a path it would address another place. */
export class InvalidIdError extends TypeError {
  override readonly name = 'InvalidIdError';
}

/**
 * A path of fixed parts and values: `pathOf('v1', 'players', name)`, the values percent-encoded.
 * @throws {InvalidIdError} for an empty value, `.` and `..`, which are not ids even when they are encoded.
 */
export function pathOf(...parts: readonly string[]): string {
  const unusable = parts.find((part) => part === '' || part === '.' || part === '..');
  if (unusable !== undefined) throw new InvalidIdError(`“${unusable}” is not a valid id.`);
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** The path of an operation such as `/v1/matches/{id}`, with its values filled in. */
export function pathOfOperation(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\/\{(\w+)\}/g, (_, name: string) => pathOf(String(values[name] ?? '')));
}

/** The address of a service without a slash at its end. @throws {TypeError} if it is no http address */
export function readBaseUrl(baseUrl: string | URL | undefined): string {
  if (baseUrl === undefined || baseUrl === '')
    throw new TypeError('The address of the service is missing: give baseUrl.');
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError(`“${text}” is not an http address. Write it like https://ratings.example.org.`);
  }
  return url.href.replace(/\/$/, '');
}

/** How a route says that it will go: to programs in headers, to people in the description of the API. See docs/versioning.md. */

export interface Deprecation {
  /** The day from which it should not be used any more, such as 2027-03-01. */
  readonly since: string;
  /** The day on which it stops to work; at least half a year later. */
  readonly sunset: string;
  /** The page that says what to use instead. */
  readonly link: string;
}

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The headers of every answer: RFC 9745 for `Deprecation`, RFC 8594 for `Sunset`. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${midnight(since) / 1000}`,
    Sunset: new Date(midnight(sunset)).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}

/** @throws if the days are none, or too close to each other */
export function checkDeprecation({ since, sunset }: Deprecation): void {
  const HALF_A_YEAR_MS = 181 * 86_400_000;
  if (!(midnight(sunset) - midnight(since) >= HALF_A_YEAR_MS)) {
    throw new Error(`a route that is deprecated on ${since} cannot go on ${sunset}: partners need half a year`);
  }
}

/** The sentence in the description of the operation. */
export function deprecationSentence({ since, sunset, link }: Deprecation): string {
  return `Deprecated since ${since}. It stops to work on ${sunset}: [what to use instead](${link}).`;
}

/** The headers in the description of the operation's answers. */
export const deprecationHeaderShapes = {
  Deprecation: {
    description: 'Since when the operation is deprecated, as `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'When the operation stops to work (RFC 8594).', schema: { type: 'string' } },
  Link: { description: 'The page that says what to use instead, as `rel="deprecation"`.', schema: { type: 'string' } },
} as const;

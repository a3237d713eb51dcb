/** Announces that a route will be removed: in headers and in the API description. See docs/versioning.md. */

export interface Deprecation {
  /** The day of the deprecation, such as 2027-03-01. */
  readonly since: string;
  /** The day on which it stops working; at least half a year later. */
  readonly sunset: string;
  /** The page that explains what to use instead. */
  readonly link: string;
}

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The headers of every response: RFC 9745 for `Deprecation`, RFC 8594 for `Sunset`. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${midnight(since) / 1000}`,
    Sunset: new Date(midnight(sunset)).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}

/** @throws if a day is malformed, or the days are less than half a year apart */
export function checkDeprecation({ since, sunset }: Deprecation): void {
  const HALF_A_YEAR_MS = 181 * 86_400_000;
  if (!(midnight(sunset) - midnight(since) >= HALF_A_YEAR_MS)) {
    throw new Error(`a route deprecated on ${since} cannot be removed on ${sunset}: partners need half a year`);
  }
}

/** A sentence for the description of the operation. */
export function deprecationSentence({ since, sunset, link }: Deprecation): string {
  return `Deprecated since ${since}. It stops working on ${sunset}: [what to use instead](${link}).`;
}

/** The headers in the API description. */
export const deprecationHeaderShapes = {
  Deprecation: {
    description: 'When the operation was deprecated, as `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'When the operation stops working (RFC 8594).', schema: { type: 'string' } },
  Link: {
    description: 'The page that explains what to use instead, with `rel="deprecation"`.',
    schema: { type: 'string' },
  },
} as const;

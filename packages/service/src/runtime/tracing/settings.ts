/** Reads the OpenTelemetry settings from their standard variables. */

export interface TracingSettings {
  /** The full URL to send traces to. */
  readonly url: string;
  /** Headers to send, such as a token for the collector. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
}

export interface Sampler {
  /** Whether to follow the caller's sampling decision. */
  readonly isParentBased: boolean;
  /** The share of new traces to export, 0 to 1. */
  readonly ratio: number;
}

const samplers = {
  always_on: { isParentBased: false, takesRatio: false, ratio: 1 },
  always_off: { isParentBased: false, takesRatio: false, ratio: 0 },
  traceidratio: { isParentBased: false, takesRatio: true, ratio: 1 },
  parentbased_always_on: { isParentBased: true, takesRatio: false, ratio: 1 },
  parentbased_always_off: { isParentBased: true, takesRatio: false, ratio: 0 },
  parentbased_traceidratio: { isParentBased: true, takesRatio: true, ratio: 1 },
} as const;

/** The standard path for traces, below the collector's address. */
const TRACES_PATH = 'v1/traces';

/**
 * @param text returns the value of a variable; null if it is empty or not set
 * @param complain receives a sentence for each wrong setting
 * @returns null (no tracing) if no address is set or OTEL_SDK_DISABLED is true
 */
export function readTracingSettings(
  text: (name: string) => string | null,
  complain: (sentence: string) => void,
): TracingSettings | null {
  if (text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  const own = text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const base = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (own === null && base === null) return null;
  const name = own === null ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const address = own ?? `${base?.replace(/\/*$/, '/')}${TRACES_PATH}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    complain(`${name} is not a URL: set the address of a collector, such as http://localhost:4318`);
  }
  checkProtocol(text, complain);
  return {
    url: address,
    headers: {
      ...readPairs('OTEL_EXPORTER_OTLP_HEADERS', text, complain),
      ...readPairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS', text, complain),
    },
    serviceName: text('OTEL_SERVICE_NAME') ?? 'bandeja',
    resourceAttributes: readPairs('OTEL_RESOURCE_ATTRIBUTES', text, complain),
    sampler: readSampler(text, complain),
  };
}

/** Only http/json is implemented: collectors accept every protocol. */
function checkProtocol(text: (name: string) => string | null, complain: (sentence: string) => void): void {
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) {
    const protocol = text(name);
    if (protocol !== null && protocol !== 'http/json')
      complain(`${name} is "${protocol}": set http/json, or leave it out`);
  }
}

function readSampler(text: (name: string) => string | null, complain: (sentence: string) => void): Sampler {
  const name = text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  if (!Object.hasOwn(samplers, name)) {
    complain(`OTEL_TRACES_SAMPLER is "${name}": set one of ${Object.keys(samplers).join(', ')}`);
    return { isParentBased: true, ratio: 1 };
  }
  const { isParentBased, takesRatio, ratio } = samplers[name as keyof typeof samplers];
  const given = text('OTEL_TRACES_SAMPLER_ARG');
  if (!takesRatio || given === null) return { isParentBased, ratio };
  const share = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (!(share <= 1)) complain(`OTEL_TRACES_SAMPLER_ARG is "${given}": set a number from 0 to 1, such as 0.1`);
  return { isParentBased, ratio: share };
}

/** Comma-separated `name=value` pairs. The values may be secrets, so complaints do not show them. */
function readPairs(
  name: string,
  text: (name: string) => string | null,
  complain: (sentence: string) => void,
): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const pair of text(name)?.split(',') ?? []) {
    const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    const decoded = value === undefined ? null : decode(value);
    if (key === undefined || decoded === null) {
      complain(`${name} is malformed: set comma-separated name=value pairs`);
      return {};
    }
    pairs[key] = decoded;
  }
  return pairs;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

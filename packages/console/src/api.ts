/** The clients of the API, with the credential of this tab. */
import { Bandeja, BandejaOperator, exponentialBackoff } from '@bandeja/client';
import { QueryClient } from '@tanstack/react-query';
import { type Credential, credential } from './credential.ts';
import { type Language, language } from './language.ts';

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
}

let latestLimit: RateLimit | null = null;
/** The rate limit that the latest response reported; null if the service has no limits. */
export const rateLimit = (): RateLimit | null => latestLimit;

async function fetchAndReadLimit(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const limit = /;q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '')?.[1];
  const remaining = /;r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
  if (limit !== undefined && remaining !== undefined) latestLimit = { limit: +limit, remaining: +remaining };
  return response;
}

const options = { baseUrl: location.origin, language, retries: 1, timeout: 20_000, fetch: fetchAndReadLimit };

export const partnerClient = ({ token }: Credential): Bandeja => new Bandeja({ ...options, key: token });
export const operatorClient = ({ token }: Credential): BandejaOperator =>
  new BandejaOperator({ ...options, operatorToken: token });

const partner = credential?.kind === 'key' ? partnerClient(credential) : null;
const operator = credential?.kind === 'operator' ? operatorClient(credential) : null;

/** @throws on a page that only operators may open */
export function bandeja(): Bandeja {
  if (partner === null) throw new Error('signed in without a key');
  return partner;
}

/** @throws on a page that only partners may open */
export function service(): BandejaOperator {
  if (operator === null) throw new Error('signed in without an operator token');
  return operator;
}

/** A client for many requests: it keeps trying for about a minute. @param sentences the language of the service's texts */
export function patientClient(onRetry: () => void, sentences: Language = language): Bandeja {
  if (partner === null || credential === null) throw new Error('signed in without a key');
  const retries = exponentialBackoff({ retries: 9 });
  return new Bandeja({ ...options, key: credential.token, language: sentences, retries, onRetry });
}

/** The client has its own retries, and requests are sent while the browser believes it is offline: it is sometimes wrong. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

import { wrongUse } from './exit.ts';
import { terminalLanguage } from './language.ts';
import { type Profile, type Profiles, profilesPath, readProfiles } from './profiles.ts';

/** The service and the credentials that a command uses. */
export interface Connection {
  /** The address of the service. It may be malformed. */
  readonly url: string;
  readonly key: string | null;
  readonly operatorToken: string | null;
  /** Where the value for a variable comes from: the variable itself, an option or a profile. */
  readonly sourceOf: (variable: Variable) => string;
  /** The profile that everything comes from; absent: variables or options. */
  readonly profile?: string;
  /** Why no stored profile is used; null or absent if none is in question. */
  readonly hint?: string | null;
}

export type Variable = 'BANDEJA_URL' | 'BANDEJA_KEY' | 'BANDEJA_OPERATOR_TOKEN';

export interface Environment {
  /** The variables `BANDEJA_URL`, `BANDEJA_KEY` and `BANDEJA_OPERATOR_TOKEN`; null if unset or empty. */
  readonly url: string | null;
  readonly key: string | null;
  readonly operatorToken: string | null;
  /** The file of `bandeja login`. */
  readonly profilesPath: string;
  /** The terminal cannot move its cursor, so nothing may be drawn over. */
  readonly isDumbTerminal: boolean;
  /** The time zone of the terminal: of `TZ`, else of the system. */
  readonly timeZone: string;
  /** The language of the terminal, for the sentences of the service. */
  readonly language: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Reads the environment: the one place of the command that does. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  return {
    url: variables['BANDEJA_URL'] || null,
    key: variables['BANDEJA_KEY'] || null,
    operatorToken: variables['BANDEJA_OPERATOR_TOKEN'] || null,
    profilesPath: profilesPath(variables),
    isDumbTerminal: variables['TERM'] === 'dumb',
    // Commands that print no time don't wait for the tables of time zones.
    get timeZone() {
      return new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    language: terminalLanguage(variables),
  };
}

/**
 * The connection of a command. A profile that is named wins over the variables, and they win over the current profile. The address and
 * the credentials always come from the same place: a key must not be sent to another service. A variable with only the address of the
 * current profile does not override it.
 * @param name the value of `--profile`
 * @throws {CommandFailure} if there is no such profile
 */
export function connectionOf(environment: Environment, name: string | undefined): Connection {
  const { url, key, operatorToken } = environment;
  const hasSecret = key !== null || operatorToken !== null;
  if (name === undefined && hasSecret) return ofVariables(environment, null);
  const { current, profiles } = readProfiles(environment.profilesPath);
  const chosen = name ?? current;
  if (name === undefined && url !== null) {
    const stored = chosen === null ? undefined : profiles[chosen];
    if (stored === undefined || !isSameAddress(stored.url, url))
      return ofVariables(environment, stored ? otherAddress(chosen ?? '') : null);
  }
  if (chosen === null) return ofVariables(environment, noneIsCurrent(profiles));
  const profile = profileNamed(chosen, profiles);
  const { url: storedUrl, key: storedKey = null, operator_token: storedToken = null } = profile;
  const sourceOf = () => `the profile “${chosen}”`;
  return { url: storedUrl, key: storedKey, operatorToken: storedToken, sourceOf, profile: chosen };
}

const otherAddress = (profile: string): string =>
  `BANDEJA_URL is set to another address than the profile “${profile}”, so the profile is not used. Unset BANDEJA_URL, or give --profile ${profile}.`;

/** What to do after the current profile was deleted; null if no other one is stored. */
function noneIsCurrent(profiles: Profiles['profiles']): string | null {
  const names = Object.keys(profiles);
  if (names.length === 0) return null;
  return `No profile is current. Use ${names.map((name) => `--profile ${name}`).join(' or ')}.`;
}

function ofVariables({ url, key, operatorToken }: Environment, hint: string | null): Connection {
  return { url: url ?? DEFAULT_URL, key, operatorToken, sourceOf: (variable) => variable, hint };
}

export const isSameAddress = (one: string, other: string): boolean =>
  one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

/** @throws {CommandFailure} if there is none of this name */
export function profileNamed(
  name: string,
  profiles: Profiles['profiles'],
  advice = `Add one with: bandeja login --profile ${name}`,
): Profile {
  const profile = profiles[name];
  if (profile !== undefined) return profile;
  const names = Object.keys(profiles).join(', ') || 'none';
  throw wrongUse(`The profile “${name}” does not exist. The profiles are: ${names}. ${advice}`.trimEnd());
}

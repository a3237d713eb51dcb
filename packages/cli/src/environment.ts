import { terminalLanguage } from './language.ts';

/** What the command takes from its environment. */
export interface Environment {
  /** Address of the service, as it was given. */
  readonly url: string;
  /** The partner's API key, null when `BANDEJA_KEY` is unset or empty. */
  readonly key: string | null;
  /** The operator token, null when `BANDEJA_OPERATOR_TOKEN` is unset or empty. */
  readonly operatorToken: string | null;
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
    url: variables['BANDEJA_URL'] || DEFAULT_URL,
    key: variables['BANDEJA_KEY'] || null,
    operatorToken: variables['BANDEJA_OPERATOR_TOKEN'] || null,
    isDumbTerminal: variables['TERM'] === 'dumb',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: terminalLanguage(variables),
  };
}

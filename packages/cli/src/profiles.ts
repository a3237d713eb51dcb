import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { wrongUse } from './exit.ts';

/** A service with the credentials for it. */
export interface Profile {
  readonly url: string;
  readonly key?: string;
  readonly operator_token?: string;
}

/** The profiles that `bandeja login` has stored. */
export interface Profiles {
  /** The name of the one that is used by default. */
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const NONE: Profiles = { current: null, profiles: {} };

/** `$XDG_CONFIG_HOME/bandeja/profiles.json`, by default below `~/.config`; on Windows below `%APPDATA%`. */
export function profilesPath(variables: NodeJS.ProcessEnv): string {
  const base = variables['XDG_CONFIG_HOME'] || variables['APPDATA'] || join(homedir(), '.config');
  return join(base, 'bandeja', 'profiles.json');
}

/** @throws {CommandFailure} if the file exists and cannot be read */
export function readProfiles(path: string): Profiles {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Profiles;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NONE;
    throw wrongUse(`${path} cannot be read. Correct or delete it, then run: bandeja login`, { cause: error });
  }
}

/** Only the owner may read the file, since it has keys. An interrupted write leaves the old file. */
export function writeProfiles(path: string, profiles: Profiles): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

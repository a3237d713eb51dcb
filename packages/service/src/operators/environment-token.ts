import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartupError } from '@bandeja/postgres/startup-error';
import { operatorTokenForm } from '../config.ts';
import { randomText, secretHash } from '../runtime/secret.ts';

/** In the data directory, readable only by the service's user. */
const FILE = 'operator-token';
const PREFIX = 'bdj_operator_';
/** 190 bits. */
const RANDOM_LENGTH = 32;

/** The tokens that {@link makeOperatorToken} makes. */
export const tokenForm: RegExp = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}}$`);

export const makeOperatorToken = (): string => PREFIX + randomText(RANDOM_LENGTH);

export function operatorTokenPath(dataDirectory: string): string {
  return path.join(dataDirectory, FILE);
}

/**
 * Reads the operator token from the data directory, or creates it at the first start. The caller holds the directory's lock.
 * @throws {StartupError} if the file cannot be used
 */
export function loadOperatorToken(dataDirectory: string): string {
  const file = operatorTokenPath(dataDirectory);
  try {
    if (!fs.existsSync(file)) createToken(file);
    // A file restored from a copy may be readable to others.
    fs.chmodSync(file, 0o600);
    const token = fs.readFileSync(file, 'utf8').trimEnd();
    if (operatorTokenForm.test(token)) return token;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`the operator token in ${file} cannot be read or created: ${reason}`, { cause: error });
  }
  throw new StartupError(
    `${file} does not contain an operator token of at least 16 characters: delete the file, and the next start creates one`,
  );
}

/** Written under another name and then renamed, so that a crash leaves no partial token. */
function createToken(file: string): void {
  const draft = `${file}.new`;
  fs.writeFileSync(draft, `${makeOperatorToken()}\n`, { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** Compares candidates with the operator token in constant time for any length. */
export function operatorCheck(token: string): (candidate: string) => boolean {
  const expected = secretHash(token);
  return (candidate) => timingSafeEqual(secretHash(candidate), expected);
}

import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartupError } from '@bandeja/postgres/startup-error';
import { operatorTokenForm } from './config.ts';
import { randomText, secretHash } from './runtime/secret.ts';

/** Beside the embedded database, readable by the service's user only. */
const FILE = 'operator-token';
const PREFIX = 'bdj_operator_';
/** 190 bits. */
const RANDOM_LENGTH = 32;

/** Where the operator token of a data directory is kept. */
export function operatorTokenPath(dataDirectory: string): string {
  return path.join(dataDirectory, FILE);
}

/**
 * The operator token that is kept in the data directory; made at the first start. The caller holds the directory's lock.
 * @throws {StartupError} when the file cannot be used.
 */
export function loadOperatorToken(dataDirectory: string): string {
  const file = operatorTokenPath(dataDirectory);
  try {
    if (!fs.existsSync(file)) makeToken(file);
    // A file that was copied from a backup may have become readable to others.
    fs.chmodSync(file, 0o600);
    const token = fs.readFileSync(file, 'utf8').trimEnd();
    if (operatorTokenForm.test(token)) return token;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`the operator token in ${file} cannot be read or made: ${reason}`, { cause: error });
  }
  throw new StartupError(`${file} holds no operator token of at least 16 characters: delete it to have one made`);
}

/** Made whole under another name first, so that a crash leaves no half of a token. */
function makeToken(file: string): void {
  const draft = `${file}.new`;
  fs.writeFileSync(draft, `${PREFIX}${randomText(RANDOM_LENGTH)}\n`, { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** Compares with the operator token in constant time, for tokens of any length. */
export function operatorCheck(token: string): (candidate: string) => boolean {
  const expected = secretHash(token);
  return (candidate) => timingSafeEqual(secretHash(candidate), expected);
}

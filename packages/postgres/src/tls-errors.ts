/** Errors of TLS connections to the server: of Node's certificate checks, and of `pg`. */

const NO_TLS = 'The server does not support SSL connections';

/** X.509 errors of OpenSSL, as Node names them. None of them ends without a change of a certificate or of the settings. */
const UNTRUSTED_CODES = new Set([
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const DATE_CODES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** True if the TLS connection failed, so that no statement reached the server. */
export function isTlsError(error: Error): boolean {
  const code = codeOf(error);
  return error.message === NO_TLS || UNTRUSTED_CODES.has(code) || DATE_CODES.has(code) || /^ERR_(SSL|TLS)_/.test(code);
}

/**
 * A sentence with the fix, for an error of the certificates or of the files that the URL names.
 * @param where the parts of the URL that may be shown
 */
export function explainTls(error: unknown, where: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (error.message === NO_TLS) {
    return `the server at ${where} does not offer TLS: set ssl = on there, or remove sslmode from DATABASE_URL`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert } = error as { cert?: { subjectaltname?: string } };
    const names = cert?.subjectaltname ?? 'no name';
    return `the certificate of the server at ${where} is for ${names}: set such a name as the host of DATABASE_URL`;
  }
  if (DATE_CODES.has(code)) {
    const fault = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    return `the certificate of the server at ${where} ${fault}: renew it, and check the clocks of both machines`;
  }
  if (UNTRUSTED_CODES.has(code)) {
    const fix = 'set sslrootcert in DATABASE_URL to the PEM file of the authority that signed it';
    return `the certificate of the server at ${where} is not from a trusted authority (${code}): ${fix}`;
  }
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === 'open' && path !== undefined) {
    return `the file ${path} cannot be read (${code}): correct sslrootcert in DATABASE_URL`;
  }
  return undefined;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

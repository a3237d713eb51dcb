/**
 * Values of `node:http`. An `import` would evaluate all its exports, and the one for WebSocket loads undici, an HTTP client
 * that the service does not use.
 */
export const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');

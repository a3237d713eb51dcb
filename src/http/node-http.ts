/**
 * What is used of Node’s HTTP module as values. An `import` of it reads all that it exports, a WebSocket among it, and
 * loads a whole HTTP client for that (undici), which nothing here uses.
 */
export const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * The values of Node’s HTTP module that are used here. An `import` of the module would read all its exports, and the one
 * for WebSocket loads an HTTP client (undici) that nothing here uses.
 */
export const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');

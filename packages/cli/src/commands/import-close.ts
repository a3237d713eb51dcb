import { command } from '../command.ts';

/** `bandeja import close` */
export const closeCommand = command({
  use: 'close <import>',
  routes: ['POST /v1/imports/{id}/close'],
  description: 'Close an import, so that its file can be imported with other options. Stored matches stay.',
  args: { import: 'The id of the import' },
  examples: ['import close 5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'],
  json: 'Print only the import, as JSON',
  run: async (call, id) => {
    call.done(await call.partner.imports.close(id), `Closed the import ${id}.`);
  },
});

import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { RouteModule } from '../http/route.ts';
import { makeBackup } from './make-backup.ts';

const BACKUP_TYPE = 'application/gzip';

/** Backups of the embedded database, for operators. */
export const backupRoutes: RouteModule = (app) => {
  app.route({
    method: 'POST',
    url: '/admin/v1/backups',
    schema: {
      operationId: 'makeBackup',
      tags: ['Operators'],
      summary: 'Make a backup of the embedded database',
      description:
        'Returns a backup while the service runs: a compressed archive (`.tar.gz`) of the database files, their checksums, and ' +
        '`backup.json` as the last file. The backup contains everything that was acknowledged before the `moment` in that file. It ' +
        'does not contain the operator token. If the response is cut off, the file is not a backup: discard it. `bandeja backup ' +
        'FILE` does so for you. On PostgreSQL, the response is `backup_elsewhere`.',
      response: { 200: Type.Unsafe<Readable>({ type: 'string', description: 'The archive.' }) },
    },
    config: {
      access: { kind: 'operator' },
      mediaType: BACKUP_TYPE,
      problems: ['backup_elsewhere', 'backup_under_way'],
    },
    handler: async (request, reply) => {
      const bytes = await makeBackup(request.operatorContext);
      // If the client disconnects, the rest is not needed.
      reply.raw.once('close', () => bytes.destroy());
      reply.header('content-type', BACKUP_TYPE).header('cache-control', 'no-store');
      return bytes;
    },
  });
};

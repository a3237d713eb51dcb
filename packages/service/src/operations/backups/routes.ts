import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { RouteModule } from '../../http/route.ts';
import { makeBackup } from './make-backup.ts';

/** A file in the format of gzip. */
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
        'Answers with a backup while the service works: a compressed archive (`.tar.gz`) with the files of the database, their ' +
        'checksums, and last `backup.json`, which names the moment that the backup reached. Whatever was acknowledged before ' +
        'that moment is in it. If the connection ends before the answer does, what came is no backup. `bandeja backup FILE` ' +
        'takes care of that. The operator token is not in it. On PostgreSQL the answer is `backup_elsewhere`.',
      response: { 200: Type.Unsafe<Readable>({ type: 'string', description: 'The file.' }) },
    },
    config: {
      access: { kind: 'operator' },
      mediaType: BACKUP_TYPE,
      problems: ['backup_elsewhere', 'backup_under_way'],
    },
    handler: async (request, reply) => {
      const bytes = await makeBackup(request.operatorContext);
      // A client that has gone away would never take the rest.
      reply.raw.once('close', () => bytes.destroy());
      reply.header('content-type', BACKUP_TYPE).header('cache-control', 'no-store');
      return bytes;
    },
  });
};

import type { RouteModule } from './route.ts';

/** RFC 9116 recommends less than a year: a copy of an abandoned service has to expire. */
const EXPIRES_AFTER_MS = 180 * 86_400_000;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Without a contact, there is no such route. */
export function securityTxtRoutes(contact: URL | null, now: () => number): RouteModule {
  return (app) => {
    if (contact === null) return;
    app.route({
      method: 'GET',
      url: '/.well-known/security.txt',
      config: { access: { kind: 'public' }, undocumented: true },
      handler: async (_request, reply) => {
        const canonical = app.publicUrl && `Canonical: ${new URL('/.well-known/security.txt', app.publicUrl)}\n`;
        const expires = new Date(now() + EXPIRES_AFTER_MS).toISOString();
        reply.header('content-type', 'text/plain; charset=utf-8');
        return reply.send(`Contact: ${contact.href}\nExpires: ${expires}\n${canonical ?? ''}`);
      },
    });
  };
}

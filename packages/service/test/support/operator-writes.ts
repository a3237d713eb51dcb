import type { TestService } from './service.ts';

/** The addresses of all writes of operators, from the API description. Signing out is open even to those whose sign-in has ended. */
export async function operatorWrites({ nobody }: TestService): Promise<string[]> {
  const { body } = await nobody.request<{ paths: Record<string, Record<string, unknown>> }>('GET', '/openapi.json');
  return Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/admin/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((address) => address !== 'DELETE /admin/v1/sign-in' && /^(POST|PUT|PATCH|DELETE) /.test(address));
}

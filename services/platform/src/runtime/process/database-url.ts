import type { DatabaseAddress } from '../../postgres/connection.ts';

/**
 * Reads the form of a PostgreSQL connection URI (libpq, 34.1.1.2) that names a place and no login. A Unix socket
 * is given by its folder: postgres:///name?host=/folder&port=5432. `sslmode=verify-full` demands TLS.
 * @returns undefined when it is not one
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  // WHATWG URLs need a host: an empty one is filled in and taken out again.
  const url = URL.parse(text.replace(/^postgres:\/\/\//, 'postgres://localhost/'));
  if (url === null || url.protocol !== 'postgres:' || url.username !== '' || url.password !== '')
    return undefined;
  const database = decodeURIComponent(url.pathname.slice(1));
  const port = Number(url.searchParams.get('port') ?? (url.port === '' ? '5432' : url.port));
  if (database === '' || database.includes('/') || !Number.isInteger(port)) return undefined;
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  if (mode !== 'disable' && mode !== 'verify-full') return undefined;
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port,
    database,
    ...(mode === 'verify-full' ? { tls: {} } : {}),
  };
}

/** Problems of an address in production: a network is crossed with verified TLS only; a Unix socket crosses none. */
export function unprotectedDatabase({ host, tls }: DatabaseAddress): readonly string[] {
  if (tls !== undefined || host.startsWith('/')) return [];
  return [
    'PIIVAULT_DATABASE_URL: production needs verified TLS; add ?sslmode=verify-full, or set PIIVAULT_DATABASE_CA_FILE',
  ];
}

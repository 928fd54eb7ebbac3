import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `make run` keeps the trail and the checkpoints of this clone. */
export interface EmbeddedVault {
  readonly url: string;
  readonly checkpoints: string;
}

/**
 * Finds the running server of the embedded topology: its port in postmaster.pid (line 4), the login of the audit
 * service among the secrets.
 * @throws Error when it has never run; a server that does not run now refuses the connection
 */
export function embeddedVault(dataDir: string, keysDir: string): EmbeddedVault {
  const port = readFileSync(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(keysDir, 'secrets/audit-system-database'), 'utf8');
  return {
    url: `postgres://audit_system:${encodeURIComponent(password)}@127.0.0.1:${Number(port)}/postgres`,
    checkpoints: join(keysDir, 'audit-checkpoints'),
  };
}

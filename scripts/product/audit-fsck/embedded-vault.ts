import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Location of the trail and the checkpoint file of `make run` in this clone. */
export interface EmbeddedVault {
  readonly url: string;
  readonly checkpoints: string;
}

/**
 * Finds the embedded server: its port in postmaster.pid (line 4), the password of the audit service in the secrets.
 * @throws Error if it has never run. A server that is stopped now refuses the connection later.
 */
export function embeddedVault(dataDir: string, keysDir: string): EmbeddedVault {
  const port = readFileSync(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(keysDir, 'secrets/audit-system-database'), 'utf8');
  return {
    url: `postgres://audit_system:${encodeURIComponent(password)}@127.0.0.1:${Number(port)}/postgres`,
    checkpoints: join(keysDir, 'audit-checkpoints'),
  };
}

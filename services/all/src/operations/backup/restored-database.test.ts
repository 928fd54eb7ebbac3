import { expect, it } from 'vitest';
import { restoredDatabase } from './restored-database.ts';

const SERVICES = ['crypto', 'tenancy', 'identity', 'vault', 'audit'];
const passwords = SERVICES.flatMap((name) => [
  [`${name.toUpperCase()}_DATABASE_PASSWORD`, `${name}-app`],
  [`${name.toUpperCase()}_SYSTEM_DATABASE_PASSWORD`, `${name}-system`],
]);
const env = {
  ...Object.fromEntries(passwords),
  PIIVAULT_DATABASE_URL: 'postgres://db.example:5433/vault',
  AUDIT_REVOCATION_FILE: '/keys/audit-revocations',
  AUDIT_REVOCATION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUDIT_CHECKPOINT_FILE: '/keys/audit-checkpoints',
};

it('opens the schemas of all services with revocations, with their own logins', () => {
  const { databases, checkpoints } = restoredDatabase(env);
  expect([...databases.keys()]).toEqual(SERVICES);
  expect(databases.get('vault')).toEqual({
    address: { host: 'db.example', port: 5433, database: 'vault' },
    logins: {
      app: { user: 'vault_app', password: 'vault-app' },
      system: { user: 'vault_system', password: 'vault-system' },
    },
  });
  expect(checkpoints.place).toBe('/keys/audit-checkpoints');
});

it('reports all missing settings together', () => {
  const { PIIVAULT_DATABASE_URL: _url, VAULT_DATABASE_PASSWORD: _one, ...rest } = env;
  const { AUDIT_REVOCATION_FILE: _file, AUDIT_REVOCATION_KEY: _key, ...lacking } = rest;
  for (const name of ['PIIVAULT_DATABASE_URL', 'VAULT_DATABASE_PASSWORD', 'AUDIT_REVOCATION_FILE'])
    expect(() => restoredDatabase(lacking)).toThrow(name);
  expect(() => restoredDatabase({ ...env, AUDIT_CHECKPOINT_FILE: undefined })).toThrow(
    'AUDIT_CHECKPOINT_FILE',
  );
  expect(() => restoredDatabase({ ...env, AUDIT_REVOCATION_KEY: 'short' })).not.toThrow('name the list');
});

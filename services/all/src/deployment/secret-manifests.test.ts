import { expect, it } from 'vitest';
import { secretManifests } from './secret-manifests.ts';

const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });
const naming = { namespace: 'pii', prefix: 'vault-keys' };

it('creates a Secret for each consumer, and one ConfigMap of the public keys', () => {
  const made = secretManifests(
    [
      file('keys-vault/service.key', 'private'),
      file('keys-vault/tls.pem', 'certificate'),
      file('keys-vault/public/audit.pem', 'public'),
      file('keys-redis/public/audit.pem', 'public'),
      file('keys-redis/password', 'word'),
      file('notes.txt', 'no key'),
    ],
    naming,
  );
  expect(made).toMatchObject({ apiVersion: 'v1', kind: 'List' });
  expect(made.items).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'vault-keys-vault', namespace: 'pii' },
      data: { 'service.key': 'cHJpdmF0ZQ==', 'tls.pem': 'Y2VydGlmaWNhdGU=' },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'vault-keys-redis', namespace: 'pii' },
      data: { password: 'd29yZA==' },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'vault-keys-public', namespace: 'pii' },
      data: { 'audit.pem': 'public' },
    },
  ]);
});

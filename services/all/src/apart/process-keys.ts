import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import { generateServiceKey } from '@pii-vault/platform/tokens/service-token';

const execute = promisify(execFile);

/** Files by which the processes of one vault know each other. */
export interface ProcessKeys {
  /** Variables for every process. */
  readonly shared: Readonly<Record<string, string>>;
  /** Variables of one process alone: its private keys. */
  own(name: ServiceName): Readonly<Record<string, string>>;
}

/**
 * Makes service keys, and certificates of an authority of their own, for one run. The authority's key is thrown away
 * when all are signed.
 */
export async function makeProcessKeys(keysDir: string): Promise<ProcessKeys> {
  const folder = join(keysDir, 'processes');
  const [publicKeys, ca] = [join(folder, 'public'), join(folder, 'ca.pem')];
  await rm(folder, { recursive: true, force: true });
  await mkdir(publicKeys, { recursive: true, mode: 0o700 });
  const caKey = join(folder, 'ca.key');
  await certificate(['-subj', '/CN=pii-vault processes', '-keyout', caKey, '-out', ca]);
  await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const { privateKey, publicKey } = generateServiceKey();
      await writeFile(join(publicKeys, `${name}.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
      await writeFile(join(folder, `${name}.service.key`), pem, { mode: 0o600 });
      const files = ['-keyout', join(folder, `${name}.tls.key`), '-out', join(folder, `${name}.tls.pem`)];
      const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
      await certificate([...names, ...files, '-CA', ca, '-CAkey', caKey]);
    }),
  );
  await rm(caKey);
  return {
    shared: { PIIVAULT_SERVICE_KEYS_DIR: publicKeys, PIIVAULT_TLS_CA_FILE: ca },
    own: (name) => ({
      [`${name.toUpperCase()}_SERVICE_KEY_FILE`]: join(folder, `${name}.service.key`),
      PIIVAULT_TLS_CERT_FILE: join(folder, `${name}.tls.pem`),
      PIIVAULT_TLS_KEY_FILE: join(folder, `${name}.tls.key`),
    }),
  };
}

/** ECDSA P-256; Node makes keys and no certificates. */
async function certificate(args: readonly string[]): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await execute('openssl', ['req', '-x509', ...key, '-days', '365', ...args]).catch((error: unknown) => {
    throw new Error('openssl made no certificate; is OpenSSL 3 installed?', { cause: error });
  });
}

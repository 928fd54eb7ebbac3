import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import { makeAuthority } from '@pii-vault/platform/process/certificates';
import { generateServiceKey } from '@pii-vault/platform/tokens/service-token';

type Variables = Readonly<Record<string, string>>;

/** Files by which the processes of one vault know each other. */
export interface ProcessKeys {
  /** Variables for every process. */
  readonly shared: Variables;
  /** Variables of one process alone: its private keys. */
  own(name: ServiceName): Variables;
}

/** Makes service keys, and certificates of an authority of their own, for one run. */
export async function makeProcessKeys(keysDir: string): Promise<ProcessKeys> {
  const folder = join(keysDir, 'processes');
  const publicKeys = join(folder, 'public');
  await rm(folder, { recursive: true, force: true });
  await mkdir(publicKeys, { recursive: true, mode: 0o700 });
  const authority = await makeAuthority(folder);
  const own = new Map<ServiceName, Variables>();
  for (const name of SERVICE_NAMES) {
    const { privateKey, publicKey } = generateServiceKey();
    const keyFile = join(folder, `${name}.service.key`);
    await writeFile(join(publicKeys, `${name}.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    const { cert, key } = await authority.issue(name, [name]);
    own.set(name, {
      [`${name.toUpperCase()}_SERVICE_KEY_FILE`]: keyFile,
      PIIVAULT_TLS_CERT_FILE: cert,
      PIIVAULT_TLS_KEY_FILE: key,
    });
  }
  await authority.forget();
  return {
    shared: { PIIVAULT_SERVICE_KEYS_DIR: publicKeys, PIIVAULT_TLS_CA_FILE: authority.ca },
    own: (name) => own.get(name) ?? {},
  };
}

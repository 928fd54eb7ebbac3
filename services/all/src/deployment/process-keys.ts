import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { makeAuthority } from '@pii-vault/platform/runtime/process/certificates';
import { ensureServiceKeys } from './service-key-files.ts';

type Variables = Readonly<Record<string, string>>;

/** Files by which the processes of one vault authenticate each other. */
export interface ProcessKeys {
  /** Settings for every process. */
  readonly shared: Variables;
  /** Settings with the private keys of one process. */
  own(name: ServiceName): Variables;
}

/** Persistent service keys, and TLS certificates of an authority that exists for one run only. */
export async function makeProcessKeys(keysDir: string): Promise<ProcessKeys> {
  const folder = join(keysDir, 'processes');
  const { publicKeys, keyFile } = await ensureServiceKeys(folder);
  const authority = await makeAuthority(folder);
  const own = new Map<ServiceName, Variables>();
  for (const name of SERVICE_NAMES) {
    const { cert, key } = await authority.issue(name, [name]);
    own.set(name, {
      [`${name.toUpperCase()}_SERVICE_KEY_FILE`]: keyFile(name),
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

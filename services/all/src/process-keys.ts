import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import { makeAuthority } from '@pii-vault/platform/process/certificates';
import { keepServiceKeys } from './kept-service-keys.ts';

type Variables = Readonly<Record<string, string>>;

/** Files by which the processes of one vault know each other. */
export interface ProcessKeys {
  /** Variables for every process. */
  readonly shared: Variables;
  /** Variables of one process alone: its private keys. */
  own(name: ServiceName): Variables;
}

/** Service keys, which are kept, and certificates of an authority of their own, made for one run. */
export async function makeProcessKeys(keysDir: string): Promise<ProcessKeys> {
  const folder = join(keysDir, 'processes');
  const { publicKeys, keyFile } = await keepServiceKeys(folder);
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

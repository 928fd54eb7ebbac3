// node new-certificates.ts FOLDER STEP: renews the certificates in the folder of scripts/kubernetes-secrets under a new
// authority, in steps without an interruption of a running vault:
//   trust   adds the new authority to the trusted ones
//   use     replaces the certificates by those of the new authority
//   forget  removes the former authority from the trusted ones
import { appendFile, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { makeAuthority } from '@pii-vault/platform/runtime/process/certificates';

const [folder = '', step = ''] = process.argv.slice(2);
/** Outside the folder, because every file in it becomes a Secret. */
const made = `${folder}.new-certificates`;
const authority = join(made, 'ca.pem');
const of = (service: string, file: string) => join(folder, `keys-${service}`, file);

async function trust(): Promise<void> {
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { mode: 0o700 });
  const { issue, forget } = await makeAuthority(made);
  for (const name of SERVICE_NAMES) await issue(name, [name]);
  await forget();
  const pem = await readFile(authority);
  for (const name of SERVICE_NAMES) await appendFile(of(name, 'ca.pem'), pem);
}

async function use(): Promise<void> {
  for (const name of SERVICE_NAMES) {
    await copyFile(join(made, `${name}.tls.key`), of(name, 'tls.key'));
    await copyFile(join(made, `${name}.tls.pem`), of(name, 'tls.pem'));
  }
}

async function forgetFormer(): Promise<void> {
  for (const name of SERVICE_NAMES) await writeFile(of(name, 'ca.pem'), await readFile(authority));
  await rm(made, { recursive: true });
}

const steps: Readonly<Record<string, () => Promise<void>>> = { trust, use, forget: forgetFormer };
const chosen = steps[step];
if (chosen === undefined) throw new Error(`The steps are ${Object.keys(steps).join(', ')}, not ${step}`);
await chosen();

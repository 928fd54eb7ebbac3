// Prints the Secrets that a release of the chart needs: one for each consumer of keys, and the services' public keys.
// Usage: kubernetes-secrets NAMESPACE FOLDER [PREFIX]. FOLDER stores the keys; existing keys are reused.
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeCertificates } from './make-certificates.ts';
import { makePasswords } from './make-passwords.ts';
import { secretManifests } from './secret-manifests.ts';
import { openVolumes } from './volumes.ts';

const [namespace, folder, prefix = 'vault-keys'] = process.argv.slice(2);
if (namespace === undefined || folder === undefined) {
  process.stderr.write('usage: kubernetes-secrets NAMESPACE FOLDER [PREFIX]\n');
  process.exit(2);
}
const root = resolve(folder);
const volumes = await openVolumes(root);
await makePasswords(volumes);
await makeCertificates(volumes);
const files = await readdir(root, { recursive: true, withFileTypes: true });
const texts = await Promise.all(
  files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => {
      const path = `${parentPath}/${name}`;
      return { path: path.slice(root.length + 1), content: await readFile(path) };
    }),
);
process.stdout.write(`${JSON.stringify(secretManifests(texts, { namespace, prefix }), null, 2)}\n`);

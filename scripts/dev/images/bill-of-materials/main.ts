// node main.ts SYSTEM-PACKAGES OUT, in the folder of the lock file: writes <image>.cdx.json (CycloneDX) and
// <image>.licences.txt of each image, and fails when a component has a licence that is not on the list.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGES, imageBill, licenceList } from './bill.ts';
import { refusedLicences } from './licences.ts';
import { type Lock, lockedPackages } from './locked-packages.ts';
import { nodeComponent, systemComponents } from './system-packages.ts';

const [packages = '', out = ''] = process.argv.slice(2);

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

mkdirSync(out, { recursive: true });
for (const { image, workspaces, system } of IMAGES) {
  const lines = [
    ...new Set(system.flatMap((file) => readFileSync(join(packages, file), 'utf8').split('\n'))),
  ];
  const others = [nodeComponent(process.version), ...systemComponents(lines.join('\n'))];
  const bill = imageBill(`pii-vault-${image}`, [...lockedPackages(lock, workspaces), ...others]);
  writeFileSync(join(out, `${image}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(out, `${image}.licences.txt`), licenceList(bill));
  const refused = refusedLicences(bill.components);
  for (const line of refused) process.stderr.write(`${image}: ${line}\n`);
  if (refused.length > 0) process.exitCode = 1;
  process.stdout.write(`${image}: ${bill.components.length} components\n`);
}

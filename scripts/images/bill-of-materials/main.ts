// node main.ts SYSTEM-PACKAGES OUT, in the folder of the lock file: writes <image>.cdx.json (CycloneDX) and
// <image>.licences.txt of each image, and fails when a component has a licence that is not on the list.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bill, imageBill, licenceList } from './bill.ts';
import { refusedLicences } from './licences.ts';
import { nodeComponent, systemComponents } from './system-packages.ts';

const SERVICES = [
  'proto',
  'gateway',
  'gateway/contract',
  ...['audit', 'compliance', 'crypto', 'identity', 'lineage', 'platform', 'tenancy', 'vault'].map(
    (name) => `services/${name}`,
  ),
];
const IMAGES = [
  { image: 'service', workspaces: SERVICES, system: ['libraries'] },
  { image: 'service-softhsm', workspaces: SERVICES, system: ['libraries', 'softhsm'] },
  { image: 'web', workspaces: ['web'], system: ['libraries'] },
];
const [packages = '', out = ''] = process.argv.slice(2);

function npmBill(workspaces: readonly string[]): Bill {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  ];
  const chosen = workspaces.flatMap((workspace) => ['-w', workspace]);
  return JSON.parse(
    execFileSync('npm', [...args, ...chosen], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  );
}

mkdirSync(out, { recursive: true });
for (const { image, workspaces, system } of IMAGES) {
  const lines = [
    ...new Set(system.flatMap((file) => readFileSync(join(packages, file), 'utf8').split('\n'))),
  ];
  const others = [nodeComponent(process.version), ...systemComponents(lines.join('\n'))];
  const bill = imageBill(`pii-vault-${image}`, npmBill(workspaces), others);
  writeFileSync(join(out, `${image}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(out, `${image}.licences.txt`), licenceList(bill));
  const refused = refusedLicences(bill.components);
  for (const line of refused) process.stderr.write(`${image}: ${line}\n`);
  if (refused.length > 0) process.exitCode = 1;
  process.stdout.write(`${image}: ${bill.components.length} components\n`);
}

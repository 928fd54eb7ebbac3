import { type Component, licenceOf, nameOf } from './licences.ts';

const SERVICES = [
  'proto',
  'gateway',
  'gateway/contract',
  ...['audit', 'compliance', 'crypto', 'identity', 'lineage', 'platform', 'tenancy', 'vault'].map(
    (name) => `services/${name}`,
  ),
];
/** For each image: workspaces whose packages it contains, and its lists of system libraries. */
export const IMAGES = [
  { image: 'service', workspaces: SERVICES, system: ['libraries'] },
  { image: 'service-softhsm', workspaces: SERVICES, system: ['libraries', 'softhsm'] },
  { image: 'web', workspaces: ['web'], system: ['libraries'] },
];

/** The used part of CycloneDX 1.5. */
export interface Bill {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly version: 1;
  readonly metadata: { readonly component: { readonly type: 'application'; readonly name: string } };
  readonly components: readonly Component[];
}

/** The bill of an image. Lists a package once, even if the lock file has it at several paths. */
export function imageBill(image: string, components: readonly Component[]): Bill {
  const distinct = new Map(components.map((component) => [nameOf(component), component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: image } },
    components: [...distinct.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  };
}

/** A line for each component: name, version and licence. */
export function licenceList({ components }: Bill): string {
  return components
    .map((component) => `${nameOf(component)} ${licenceOf(component) ?? 'unknown'}\n`)
    .join('');
}

import { type Component, licenceOf, nameOf } from './licences.ts';

/** What of CycloneDX 1.5 is read and written here. */
export interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly Component[];
}

/** Workspaces, as npm writes their scope. */
const OWN = 'pkg:npm/%40pii-vault/';

/**
 * The bill of an image: npm's of the production packages, without the workspaces, which are the product itself, and what
 * comes from elsewhere.
 */
export function imageBill(image: string, npm: Bill, others: readonly Component[]): Bill {
  const packages = npm.components.filter(({ purl = '' }) => !purl.startsWith(OWN));
  return {
    ...npm,
    metadata: { ...npm.metadata, component: { ...npm.metadata.component, name: image } },
    components: [...packages, ...others].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** A line for each component: name, version and licence. */
export function licenceList({ components }: Bill): string {
  return components
    .map((component) => `${nameOf(component)} ${licenceOf(component) ?? 'unknown'}\n`)
    .join('');
}

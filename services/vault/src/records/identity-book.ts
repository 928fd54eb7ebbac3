import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { KnownIdentity } from './known-identity.ts';
import type { LockedPerson } from './locked-person.ts';
import type { PersonWrite } from './seal-person.ts';

/** The identities that a write may compare with: those opened before it, kept up to date by what it writes itself. */
export class IdentityBook {
  readonly #known: Map<number, KnownIdentity>;

  constructor(opened: ReadonlyMap<number, KnownIdentity> = new Map()) {
    this.#known = new Map(opened);
  }

  /** The identity of exactly this version of the record; undefined when it has to be opened. */
  of({
    individualId,
    recordVersion,
  }: Pick<LockedPerson, 'individualId' | 'recordVersion'>): KnownIdentity | undefined {
    const known = this.#known.get(individualId);
    return known?.recordVersion === recordVersion ? known : undefined;
  }

  /** A later record of the same write may be about the person that this one made or changed. */
  wrote(
    { individualId, isNew, version }: Pick<PersonWrite, 'individualId' | 'isNew' | 'version'>,
    values: ReadonlyMap<FieldType, string>,
  ): void {
    const before = isNew ? {} : this.of({ individualId, recordVersion: version - 1 });
    if (before === undefined) return;
    const [name, dob] = [values.get('name'), values.get('dob')];
    this.#known.set(individualId, {
      ...before,
      ...(name === undefined ? {} : { name }),
      ...(dob === undefined ? {} : { dob }),
      recordVersion: version,
    });
  }
}

import type { Agreements } from '../../consents/agreements/agreements.ts';
import type { Scope } from '../../consents/link-scope.ts';
import { invalidField } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';

export interface ScopeDeps {
  readonly agreements: Agreements;
  readonly keys: CompanyKeys;
}

/**
 * The scopes of a company with their keys; all live ones when none is named.
 * @throws AppError INVALID_ARGUMENT SCOPE_UNKNOWN, FAILED_PRECONDITION SCOPE_CLOSED
 */
export async function openScopes(
  deps: ScopeDeps,
  companyId: number,
  names: readonly string[],
): Promise<Scope[]> {
  const agreements = await deps.agreements.ofCompany(companyId);
  const wanted =
    names.length > 0
      ? names
      : [`intra:${companyId}`, ...agreements.map((agreement) => `cross:${agreement.id}`)];
  return await Promise.all([...new Set(wanted)].map((name) => openScope(deps, companyId, name)));
}

async function openScope(deps: ScopeDeps, companyId: number, name: string): Promise<Scope> {
  if (name === `intra:${companyId}`) {
    const { key, version } = await deps.keys.indexKey(companyId);
    return { name, key, keyVersion: version };
  }
  const [, id] = /^cross:([1-9]\d{0,14})$/.exec(name) ?? [];
  if (id === undefined) throw invalidField('SCOPE_UNKNOWN', 'scopes', 'names no scope of this company');
  const agreement = await deps.agreements.require(Number(id), companyId);
  const { key, version } = await deps.keys.agreementKey(agreement.id);
  return { name, key, keyVersion: version, agreement };
}

import type { Powers } from '../accounts/roles/powers.ts';

/** Scope of an API token or demo token. */
export interface Delegation {
  /** Creator; `sub` may be another user. */
  readonly actorUserId: number;
  readonly companyId: number;
  readonly role: string;
  /** Its maximum permissions there. */
  readonly permissions: readonly string[];
}

const TOKEN_HOURS = 24;
/** Of API and demo tokens, at most: they end with the session or secret that created them. */
export const TOKEN_LIFE_MS = TOKEN_HOURS * 3_600_000;
/** The same as text, for the creator of a token. */
export const TOKEN_LIFE = `${TOKEN_HOURS}h`;

/** Permissions that change nothing and show no value, for demonstrations. */
export const HARMLESS = [
  'analytics:read',
  'audit:read',
  'compliance:read',
  'lineage:pairs',
  'lineage:read',
  'pii:read',
  'security:read',
] as const;

/** Permissions of a user in a company. */
export function permissionsIn(powers: Powers, companyId: number): readonly string[] {
  if (powers.isSuperAdmin) return powers.everywhere;
  return powers.companies.find((own) => own.companyId === companyId)?.permissions ?? [];
}

/**
 * Current permissions of a delegated token: its own, limited to what both its user and its creator have now. Never a
 * super_admin's scope.
 */
export function delegatedPowers(delegation: Delegation, subject: Powers, actor: Powers): Powers {
  const { companyId, role } = delegation;
  const held = [subject, actor].map((powers) => new Set(permissionsIn(powers, companyId)));
  const permissions = delegation.permissions.filter((name) => held.every((set) => set.has(name)));
  return { isSuperAdmin: false, everywhere: [], companies: [{ companyId, role, permissions }] };
}

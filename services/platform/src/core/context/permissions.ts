import { permissionDenied } from '../errors/app-error.ts';
import type { Caller } from './caller.ts';
import type { Ctx } from './ctx.ts';

/** Whether a user holds a permission in a company. Services hold none: their RPCs are listed by name. */
export function hasPermission(caller: Caller, permission: string, companyId: number): boolean {
  if (caller.kind !== 'user') return false;
  if (caller.isSuperAdmin && caller.everywhere.has(permission)) return true;
  return caller.companies.get(companyId)?.has(permission) ?? false;
}

/** Whether a user holds a permission in at least one company. */
export function hasPermissionAnywhere(caller: Caller, permission: string): boolean {
  if (caller.kind !== 'user') return false;
  if (caller.isSuperAdmin && caller.everywhere.has(permission)) return true;
  return [...caller.companies.values()].some((held) => held.has(permission));
}

/** @throws AppError PERMISSION_DENIED, the same for a company that does not exist */
export function requirePermission(ctx: Ctx, permission: string, companyId: number): void {
  if (!hasPermission(ctx.caller, permission, companyId)) throw missingPermission(permission);
}

/** The companies in which the caller holds a permission: the scope of a list. */
export function companiesWith(caller: Caller, permission: string): 'all' | number[] {
  if (caller.kind !== 'user') return [];
  if (caller.isSuperAdmin && caller.everywhere.has(permission)) return 'all';
  return [...caller.companies]
    .filter(([, held]) => held.has(permission))
    .map(([companyId]) => companyId)
    .sort((a, b) => a - b);
}

export const missingPermission = (permission: string) =>
  permissionDenied('PERMISSION_DENIED', `You need the permission ${permission} for this`);

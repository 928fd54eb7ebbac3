import type { Row } from '@pii-vault/contract/row';
import type { UserCaller } from '@pii-vault/platform/context/caller';
import {
  hasPermission,
  hasPermissionAnywhere,
  permissionDenied,
} from '@pii-vault/platform/context/permissions';

/**
 * Refuses early what the owning service would refuse anyway. Calls on people's data are left to the vault,
 * which writes every refusal to the audit trail; only a streamed body is not taken for nothing.
 * @throws AppError PERMISSION_DENIED
 */
export function checkPermission(row: Row, caller: UserCaller, company: number | undefined): void {
  const { permission } = row;
  if (permission === undefined) return;
  if (permission.startsWith('pii:') && row.streaming !== true) return;
  const isHeld =
    company === undefined
      ? hasPermissionAnywhere(caller, permission)
      : hasPermission(caller, permission, company);
  if (!isHeld) throw permissionDenied(permission);
}

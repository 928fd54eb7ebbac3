import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import { auditMessage } from '../../domain/audit-entry.ts';
import type { Database } from '../../postgres/database.ts';
import type { DispatcherDeps } from '../../rpc/dispatcher.ts';

/**
 * Writes an audit entry for every call that a user lacks the permission for. It belongs to the company that
 * the request named only if the caller is at home there: strangers do not write into a company's trail.
 */
export function auditRefusals(
  service: ServiceName,
  db: Pick<Database, 'system'>,
): DispatcherDeps['onRefusal'] {
  return async (ctx, { path, reason, permission, companyId }) => {
    await db.system((tx) =>
      tx.publish(
        auditMessage(service, ctx, {
          action: 'access_refused',
          decision: 'refused',
          reason,
          objectIds: {
            rpc: path,
            ...(permission === undefined ? {} : { permission }),
            ...(companyId === undefined ? {} : { companyId: String(companyId) }),
          },
          ...(companyId !== undefined && isAtHome(ctx, companyId) ? { companyId } : {}),
        }),
      ),
    );
  };
}

function isAtHome({ caller }: Ctx, companyId: number): boolean {
  return caller.kind === 'user' && caller.companies.has(companyId);
}

import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { attemptColumns, deviceColumns } from './security-columns.ts';
import { toAttempt, toDevice } from './security-mapper.ts';
import { type ThreatDeps, threatHandlers } from './threat-routes.ts';

type Deps = ThreatDeps & ExportDeps;

/** Files, and threats of several services. */
export function securityHandlers(deps: Deps): Handlers<KeysOf<'security'>> {
  const { security } = deps;
  return {
    'GET /security/high-risk-attempts/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'high-risk-attempts',
          format: query.format,
          permission: 'security:read',
          filters: { hours: query.hours },
          columns: attemptColumns,
          page: (ctx, position) =>
            attemptsPage(deps, ctx, { hours: query.hours, limit: exportPageRows, position }),
        },
      ),
    'GET /security/devices/export': async ({ ctx, query: { format, hours }, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'login-devices',
          format,
          permission: 'security:read',
          filters: { hours },
          columns: deviceColumns,
          async page(ctx) {
            const { devices } = await security.listDevices(ctx, { hours });
            return { rows: devices.map(toDevice), next: undefined };
          },
        },
      ),
    ...threatHandlers(deps),
  };
}

async function attemptsPage({ security }: Deps, ctx: Ctx, { hours, limit, position }: Wanted) {
  const wanted = { hours, limit, cursor: position };
  const { attempts, nextCursor } = await security.listHighRiskAttempts(ctx, wanted);
  return { rows: attempts.map(toAttempt), next: nextCursor };
}

interface Wanted {
  readonly hours: number;
  readonly limit: number;
  readonly position: string | undefined;
}

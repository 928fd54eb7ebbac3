import type { KeysOf } from '@pii-vault/contract/routes';
import type { Request } from 'express';
import type { Clients } from '../clients.ts';
import { originHost } from '../edge/access-lists.ts';
import type { Handlers } from '../edge/handler.ts';

interface Deps extends Pick<Clients, 'accessRules'> {
  /** Refreshes the edge's lists at once, so that the caller's next request sees the change. */
  readonly refreshSources: () => Promise<unknown>;
}

const done = { body: { success: true } } as const;

/** With the host of the caller's page; refreshes the edge's lists. */
export function accessControlHandlers(deps: Deps): Handlers<KeysOf<'access-control'>> {
  const { accessRules } = deps;
  const ofIp = (body: { ip: string; confirm: boolean }, request: Request) => ({
    kind: 'ip',
    rule: body.ip,
    confirm: body.confirm,
    originHost: originHost(request),
  });
  const ofDomain = (body: { domain: string; confirm: boolean }, request: Request) => ({
    kind: 'domain',
    rule: body.domain,
    confirm: body.confirm,
    originHost: originHost(request),
  });
  const changed = async (change: Promise<object>) => {
    await change;
    await deps.refreshSources().catch(() => {});
    return done;
  };
  return {
    'POST /admin/access-control/ip': ({ ctx, body, request }) =>
      changed(accessRules.addAccessRule(ctx, ofIp(body, request))),
    'DELETE /admin/access-control/ip': ({ ctx, body, request }) =>
      changed(accessRules.removeAccessRule(ctx, ofIp(body, request))),
    'POST /admin/access-control/domain': ({ ctx, body, request }) =>
      changed(accessRules.addAccessRule(ctx, ofDomain(body, request))),
    'DELETE /admin/access-control/domain': ({ ctx, body, request }) =>
      changed(accessRules.removeAccessRule(ctx, ofDomain(body, request))),
  };
}

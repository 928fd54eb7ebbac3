import { cursorOf, idIn } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { SHORTEST_PASSWORD } from '../../accounts/password-rules.ts';
import { countAccess } from './access-counts.ts';
import { listAccess } from './access-list.ts';

const MAX_LIMIT = 500;
const STALE_MS = 90 * 86_400_000;

export interface AccessFactsDeps {
  readonly db: Pick<Database, 'system'>;
  readonly loginRisk: string;
  readonly throttlesLogins: boolean;
  /** Retention of login attempts, days. */
  readonly attemptDays: number;
  /** Address of the console in mails. */
  readonly consoleUrl: string;
  now(): number;
}

/** Facts about access to a company, for compliance. */
export function accessFactsRpcs(deps: AccessFactsDeps): RpcService {
  return serve(AccessFactsService, {
    getAccessFacts: {
      allow: services(['compliance'], (req) => req.companyId),
      handle: async (_ctx, { companyId }) => {
        const staleBefore = new Date(deps.now() - STALE_MS);
        const counts = await deps.db.system((tx) => countAccess(tx, companyId, staleBefore));
        const { loginRisk, throttlesLogins, attemptDays } = deps;
        return {
          ...counts,
          shortestPassword: SHORTEST_PASSWORD,
          loginRisk,
          throttlesLogins,
          attemptDays,
          isConsoleSecure: isSecure(new URL(deps.consoleUrl)),
        };
      },
    },
    listAccess: {
      allow: services(['compliance'], (req) => req.companyId),
      handle: async (_ctx, { companyId, userIds, limit, cursor }) => {
        const most = Math.min(limit > 0 ? limit : MAX_LIMIT, MAX_LIMIT);
        const page = { companyId, userIds, afterId: idIn(cursor) ?? 0, limit: most + 1 };
        const found = await deps.db.system((tx) => listAccess(tx, page));
        const accounts = found.slice(0, most);
        const last = found.length > most ? accounts.at(-1) : undefined;
        return { accounts, nextCursor: last && cursorOf(last.userId) };
      },
    },
  });
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

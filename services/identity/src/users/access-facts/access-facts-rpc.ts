import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { SHORTEST_PASSWORD } from '../../accounts/password-rules.ts';
import { countAccess } from './access-counts.ts';

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
  });
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { RULES } from '../../rules/all-rules.ts';
import { latestViolations } from '../check-store.ts';
import { readDeadlines, readSetup } from './deadline-store.ts';

const RULE_IDS = RULES.map((rule) => rule.id);

/**
 * Breaches that are not reported to the Board, grievances that are not closed, companies whose privileged users were
 * not reviewed in time, and rules whose newest check in a company is a violation; and facts that a new company lacks.
 */
export const waitingCounts = ({ db }: { readonly db: Pick<Database, 'tenant'> }): WaitingCounts => [
  [
    ['incidents', 'grievances', 'accessReviews', 'checks'],
    async (ctx, companyId) => {
      const scope = scopeWith(ctx.caller, 'compliance:read', companyId);
      const { failing, incidents, ...found } = await db.tenant(scope, async (tx) => ({
        ...(await readDeadlines(tx, new Date())),
        failing: await latestViolations(tx, scope, RULE_IDS),
      }));
      const [first] = failing;
      return {
        ...found,
        incidents: { ...incidents, details: { emptyHeadings: String(incidents.emptyHeadings ?? 0) } },
        checks: {
          count: failing.length,
          companyId: first?.companyId,
          details: { ruleId: first?.ruleId ?? '' },
        },
      };
    },
  ],
  [
    ['setup.purposes', 'setup.notices', 'setup.checks'],
    async (ctx, companyId) => {
      if (companyId === undefined) return {};
      const scope = scopeWith(ctx.caller, 'compliance:read', companyId);
      const { purposes, incomplete, runs } = await db.tenant(scope, (tx) => readSetup(tx, companyId));
      return {
        'setup.purposes': { count: purposes > 0 ? 0 : 1 },
        'setup.notices': { count: purposes > 0 && incomplete === 0 ? 0 : 1 },
        'setup.checks': { count: runs > 0 ? 0 : 1 },
      };
    },
  ],
];

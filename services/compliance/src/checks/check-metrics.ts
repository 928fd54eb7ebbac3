import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { Database } from '@pii-vault/platform/postgres/database';
import { RULES } from '../rules/all-rules.ts';
import { latestChecks } from './check-store.ts';

/** Latest checks of all companies by regulation and status; companies are no labels, there may be thousands. */
export function measureChecks(db: Pick<Database, 'system'>, metrics: Pick<Metrics, 'gauge'>) {
  const checks = metrics.gauge('compliance_checks', 'Latest checks of all companies', [
    'regulation',
    'status',
  ]);
  const regulationOf = new Map(RULES.map(({ id, regulationType }) => [id, regulationType]));
  const known = new Map<string, { regulation: string; status: string }>();
  return async (): Promise<void> => {
    const latest = await db.system((tx) => latestChecks(tx, 'all', [...regulationOf.keys()]));
    const counts = Map.groupBy(latest, ({ ruleId, status }) => `${regulationOf.get(ruleId)} ${status}`);
    for (const [key, [first]] of counts)
      if (first !== undefined)
        known.set(key, { regulation: regulationOf.get(first.ruleId) ?? '', status: first.status });
    // A combination that no check has any more goes to 0.
    for (const [key, labels] of known) checks.set(labels, counts.get(key)?.length ?? 0);
  };
}

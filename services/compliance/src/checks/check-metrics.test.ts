import { createMetrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { expect, it } from 'vitest';
import { measureChecks } from './check-metrics.ts';

function databaseWith(rows: () => readonly object[]): Pick<Database, 'system'> {
  const tx = { query: async () => rows() } as unknown as Tx;
  return { system: (work) => work(tx) };
}

it('counts the latest checks and removes outdated counts', async () => {
  const metrics = createMetrics();
  const check = { company_id: 1, rule_id: 'DPDP-CON-01', created_at: new Date(), next_check_due: new Date() };
  let rows = [
    { ...check, status: 'violation' },
    { ...check, company_id: 2, status: 'compliant' },
  ];
  const measure = measureChecks(
    databaseWith(() => rows),
    metrics,
  );
  const line = (status: string) => `piivault_compliance_checks{regulation="dpdp",status="${status}"}`;
  await measure();
  expect(await metrics.text()).toContain(`${line('violation')} 1`);
  rows = [{ ...check, status: 'compliant' }];
  await measure();
  const text = await metrics.text();
  expect(text).toContain(`${line('violation')} 0`);
  expect(text).toContain(`${line('compliant')} 1`);
});

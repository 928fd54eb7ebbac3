import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComplianceWorld, complianceWorld } from './compliance-world.ts';
import { newPurpose } from './register-requests.ts';

let compliance: ComplianceWorld;

beforeAll(async () => {
  compliance = await complianceWorld();
});
afterAll(async () => compliance?.world.stop());

describe('the steps of a new company', () => {
  it('wait until a purpose exists, each has a basis and a notice, and a check has run', async () => {
    const admin = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
    const waits = async () => {
      const found = await compliance.waiting(admin, 2);
      return (['setup.purposes', 'setup.notices', 'setup.checks'] as const).map((kind) => found[kind]?.count);
    };
    expect(await waits()).toEqual([1, 1, 1]);
    await compliance.purposes.createPurpose(admin, { ...newPurpose(2), notice: undefined });
    expect(await waits()).toEqual([0, 1, 1]);
    await compliance.world.sql(`UPDATE compliance.purposes SET notices = '[{}]' WHERE company_id = 2`);
    await compliance.world.sql(
      `INSERT INTO compliance.company_runs (company_id, last_run_at, is_complete) VALUES (2, now(), true)`,
    );
    expect(await waits()).toEqual([0, 0, 0]);
    expect((await compliance.waiting(admin))['setup.purposes']).toBeUndefined();
  });
});

import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Report } from '@pii-vault/proto/compliance/v1/reports';
import { expect, vi } from 'vitest';
import type { ComplianceWorld } from './compliance-world.ts';

/** Waits until the job has processed every report that the caller may see. @returns these, newest first */
export async function reportsMade({ reports }: ComplianceWorld, ctx: Ctx): Promise<readonly Report[]> {
  return await vi.waitFor(
    async () => {
      const listed = (await reports.listReports(ctx, { limit: 0 })).reports;
      expect(listed.filter(({ status }) => status === 'queued')).toEqual([]);
      return listed;
    },
    { timeout: 60_000, interval: 50 },
  );
}

import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { LinkAgreement } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { expect, it } from 'vitest';
import { linkingCompanies } from './linking-companies.ts';

const agreement = (companyId: number, otherCompanyId: number): LinkAgreement => ({
  id: companyId,
  companyId,
  otherCompanyId,
  purpose: 'fraud_prevention',
  includeAadhaar: false,
  disclosureDelay: 15,
  includesHealthData: false,
  status: 'accepted',
  startsAt: undefined,
  endsAt: undefined,
  acceptedAt: undefined,
  endedAt: undefined,
  isLive: true,
  createdAt: undefined,
});

/** A fake tenancy, and a clock. */
function tenancy() {
  const it = { now: 0, asked: 0, isAway: false, agreements: [agreement(1, 2), agreement(2, 5)] };
  const listAgreements = async (_: unknown, { onlyLive }: { onlyLive?: boolean | undefined }) => {
    it.asked += 1;
    if (it.isAway) throw new Error('away');
    return { agreements: onlyLive === true ? it.agreements : [] };
  };
  const directory = { companyDirectory: { listAgreements } };
  const linking = linkingCompanies(
    directory,
    () => testCtx(null),
    () => it.now,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { it, linking, settled };
}

it('is unknown at first, then has the companies of all active agreements', async () => {
  const { linking, settled } = tenancy();
  expect(linking()).toBeUndefined();
  await settled();
  expect([...(linking() ?? [])]).toEqual([1, 2, 5]);
});

it('refreshes after a while for any number of calls, and expires without an answer', async () => {
  const { it, linking, settled } = tenancy();
  linking();
  await settled();
  for (let i = 0; i < 10; i++) linking();
  expect(it.asked).toBe(1);
  it.now = 1_500;
  it.agreements = [];
  linking();
  await settled();
  expect([linking(), it.asked]).toEqual([new Set(), 2]);
  it.isAway = true;
  it.now = 6_499;
  expect(linking()).toEqual(new Set());
  it.now = 6_500;
  expect(linking()).toBeUndefined();
  await settled();
});

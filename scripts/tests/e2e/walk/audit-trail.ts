import { describe, expect, it, vi } from 'vitest';
import type { VaultProcess } from '../../running-vault/vault-process.ts';
import { editAuditRow } from './audit-row.ts';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

/** Step 5: the trail shows who saw what, why and from where, and verification finds each change. */
export function auditTrail(walk: Walk<VaultProcess>): void {
  describe('5: the audit trail', () => {
    itTellsWhoSawWhat(walk);
    itProvesThatNothingWasChanged(walk);
  });
}

/** The person that step 3 revealed, and the entry of that reveal. Waits until the trail has it. */
async function revealOf(walk: Walk, decision: 'allowed' | 'refused') {
  const person = await walk.customer(walk.people.shared.customer_id);
  const api = await walk.api();
  const entry = await vi.waitFor(
    async () => {
      const entries = await api.call('GET /audit-trail', {
        query: { companyId: walk.bank, action: 'field_decrypt', search: `IND_${person}` },
      });
      const found = entries.find(({ details }) => details.decision === decision);
      if (found === undefined) throw new Error('not in the trail yet');
      return found;
    },
    { timeout: 60_000, interval: 200 },
  );
  return { person, entry };
}

function itTellsWhoSawWhat(walk: Walk): void {
  it('shows who saw what, why and from where', async () => {
    const { page } = walk;
    const { person, entry: revealed } = await revealOf(walk, 'allowed');
    await screens.goTo(page, 'Individual Profiles');
    await screens.selectPerson(page, person);
    await page.getByRole('complementary').getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Audit Trail', level: 1 }).waitFor();
    const listed = page
      .getByRole('listitem')
      .filter({ hasText: `Asha Rao revealed PAN of IND_${person} for KYC` });
    await listed.getByText('127.0.0.1').first().waitFor();
    await listed.getByRole('button', { name: `Details of entry ${revealed.leafIndex}` }).click();
    await listed.getByText(/^Mozilla.*AppleWebKit/).waitFor();
    await walk.expectSound();
  });

  it('shows refused reveals', async () => {
    const { person } = await revealOf(walk, 'refused');
    await walk.page
      .getByRole('listitem')
      .filter({ hasText: `Asha Rao tried to reveal PAN of IND_${person} for Marketing` })
      .getByText('Refused')
      .filter({ visible: true })
      .waitFor();
  });
}

function itProvesThatNothingWasChanged(walk: Walk<VaultProcess>): void {
  it('verifies in one sentence', async () => {
    const { page } = walk;
    await screens.goTo(page, 'Audit Trail');
    await page
      .getByText(/^#\d+$/)
      .filter({ visible: true })
      .nth(10)
      .waitFor();
    await page.getByRole('button', { name: 'Verify Integrity' }).click();
    const verdict = page.getByRole('status').filter({ hasText: 'None was changed' });
    await verdict.waitFor();
    expect(await verdict.textContent()).toMatch(
      /^[\d,]+ entries verified\. None was changed, removed or reordered\./,
    );
    expect(await verdict.textContent()).toMatch(/All \d+ entries on this page match the sealed entries/);
    await walk.expectSound();
  });

  it('names the entry that was edited by SQL', async () => {
    const { page } = walk;
    const { entry: revealed } = await revealOf(walk, 'allowed');
    const putBack = await editAuditRow(walk.vault.dataDir, revealed.leafIndex);
    await page.getByRole('button', { name: 'Verify Integrity' }).click();
    await page.getByText(`The trail failed verification at entry ${revealed.leafIndex}.`).waitFor();
    await walk.expectSound();
    await putBack();
  });
}

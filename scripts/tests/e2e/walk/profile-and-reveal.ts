import { describe, expect, it } from 'vitest';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

/** Step 3: a person in the list and in the profile, and one value revealed for a purpose. */
export function profileAndReveal(walk: Walk): void {
  describe('3: a person', () => {
    itIsShownMasked(walk);
    itIsRevealedForAPurpose(walk);
  });
}

function itIsShownMasked(walk: Walk): void {
  it('is listed without values and shown masked in a profile', async () => {
    const { page } = walk;
    const person = await walk.customer(walk.people.shared.customer_id);
    await screens.chooseCompany(page, 'Walk Bank');
    await screens.goTo(page, 'Individual Profiles');
    await page
      .getByRole('grid', { name: 'Individual Records' })
      .getByText(/^IND_\d+$/)
      .first()
      .waitFor();
    await walk.expectSound();
    await screens.selectPerson(page, person);
    const profile = page.getByRole('complementary');
    await profile.getByRole('button', { name: 'Reveal PAN' }).waitFor();
    await profile
      .getByText(`XXXXX${walk.people.shared.pan.slice(-4)}`)
      .first()
      .waitFor();
    await walk.expectSound();
  });

  it('is shown with every field masked on a separate page', async () => {
    const { page } = walk;
    await page.getByRole('complementary').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Reveal Address' }).waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    const { customer_id: _, dob, ...values } = walk.people.shared;
    expect(Object.values(values).filter((value) => text.includes(value))).toEqual([]);
    expect(text).not.toContain(dob);
    await walk.expectSound();
  });
}

function itIsRevealedForAPurpose(walk: Walk): void {
  it('is revealed for a purpose that consent covers', async () => {
    const { page } = walk;
    await page.getByRole('button', { name: 'Reveal PAN' }).click();
    await page.getByRole('dialog', { name: 'Reveal PAN' }).waitFor();
    await walk.expectSound();
    await screens.askFor(page, 'kyc');
    await page.getByText(walk.people.shared.pan, { exact: true }).waitFor();
    await walk.expectSound();
    await page.getByRole('button', { name: /^Hide PAN/ }).click();
    await page.getByText(walk.people.shared.pan, { exact: true }).waitFor({ state: 'hidden' });
  });

  it('is not revealed for another purpose, and the reason is shown', async () => {
    const { page } = walk;
    await page.getByRole('button', { name: 'Reveal PAN' }).click();
    await screens.askFor(page, 'marketing');
    const dialog = page.getByRole('dialog', { name: 'Reveal PAN' });
    await dialog.getByText('Consent does not cover the purpose “marketing” for PAN.').waitFor();
    expect(await page.getByText(walk.people.shared.pan).count()).toBe(0);
    await walk.expectSound();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
}

import { syntheticAadhaar } from '@pii-vault/all/demo-data/identifiers';
import { seededRandom } from '@pii-vault/all/demo-data/random';
import { describe, it } from 'vitest';
import * as screens from './screens.ts';
import type { Walk } from './walk.ts';

const aadhaar = syntheticAadhaar(seededRandom(13));
/** The same number with a wrong check digit. */
const wrong = `${aadhaar.slice(0, -1)}${(Number(aadhaar.at(-1)) + 1) % 10}`;

/** Adds one person by hand, in addition to the imports of step 2. */
export function addPerson(walk: Walk): void {
  describe('a person added by hand', () => {
    it('is validated during input', async () => {
      const { page } = walk;
      await screens.goTo(page, 'Individual Profiles');
      await page.getByRole('link', { name: 'Add PII' }).click();
      await page.getByRole('radio', { name: /^A new person/ }).waitFor();
      await walk.expectSound();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Meera Iyer');
      await page.getByLabel('Aadhaar', { exact: true }).fill(wrong);
      await page.getByText('The check digit of the Aadhaar number is wrong').waitFor();
      await walk.expectSound();
      await page.getByLabel('Aadhaar', { exact: true }).fill(aadhaar);
      await page.getByText(`Shown as XXXX-XXXX-${aadhaar.slice(-4)}`).waitFor();
    });

    it('is stored with a consent and shown masked', async () => {
      const { page } = walk;
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Purpose', { exact: true }).fill('kyc');
      await walk.expectSound();
      await page.getByRole('button', { name: 'Store encrypted' }).click();
      const profile = page.getByRole('complementary');
      await profile.getByText(`XXXX-XXXX-${aadhaar.slice(-4)}`).waitFor();
      await walk.expectSound();
    });
  });
}

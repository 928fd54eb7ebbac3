import i18next from 'i18next';
import { expect, it } from 'vitest';
import { loadTexts } from './i18n.ts';

it('a sentence isolates a value from right to left, and leaves others and markup as they are', async () => {
  await loadTexts('individuals');
  const t = i18next.getFixedT('en', 'individuals');
  const title = (company: string) => t('erase.open', { company });
  expect(title('בנק (1)')).toContain('\u2068בנק (1)\u2069');
  expect(title('Asha & <b>Sons</b>')).toContain('Asha & <b>Sons</b>');
  expect(title('Asha\u202E Bank')).toContain('Asha Bank');
});

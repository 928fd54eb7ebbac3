import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseLanguage, loadTexts } from '../../../../i18n/i18n.ts';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleUser } from '../../../../testing/samples.ts';
import { stubApi } from '../../../../testing/stub-api.ts';
import { noDuplicates } from '../../testing/samples.ts';
import { PersonDuplicates } from './person-duplicates.tsx';

beforeAll(() => loadTexts('individuals'));
afterEach(() => chooseLanguage('en'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['pii:read', 'lineage:read'] })));

function show(isVerified: boolean): void {
  const pair = {
    individualIds: [9, 12],
    similarity: 99.9,
    grade: null,
    duplicateFields: ['pan'],
    entryIds: [4],
  };
  stubApi({
    'GET /companies': [],
    'GET /duplicates': { ...noDuplicates, withinCompany: [{ ...pair, isVerified }] },
  });
  renderApp(<PersonDuplicates id={9} companyId={1} />);
}

it('shows a pair that is not decided as possible, with its confidence', async () => {
  show(false);
  expect(await screen.findByRole('heading', { name: 'Possible duplicate' })).toBeTruthy();
  expect(screen.getByText('99.9')).toBeTruthy();
});

it.each([
  ['en', 'Verified duplicate'],
  ['hi', 'सत्यापित डुप्लिकेट'],
] as const)('shows a verified pair as such, without a confidence, in %s', async (language, name) => {
  await chooseLanguage(language);
  show(true);
  expect(await screen.findByRole('heading', { name })).toBeTruthy();
  expect(screen.queryByText('99.9')).toBeNull();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { exampleOf } from '../../../../testing/examples.ts';
import { showScreen } from '../../../../testing/screen.tsx';

it.each([
  [false, 'Possible duplicate', true],
  [true, 'Verified duplicate', false],
])(
  'shows a pair, verified: %s, as such, with a confidence only until it is decided',
  async (isVerified, name, has) => {
    const duplicates = exampleOf('GET /duplicates');
    const pair = {
      individualIds: [9, 12],
      similarity: 99.9,
      grade: null,
      duplicateFields: ['pan'],
      entryIds: [4],
    };
    await showScreen('/individuals?company=1&selected=9&open=1', {
      'GET /duplicates': { ...duplicates, withinCompany: [{ ...pair, isVerified }], crossCompany: [] },
    });
    expect(await screen.findByRole('heading', { name })).toBeTruthy();
    expect(screen.queryByText('99.9') !== null).toBe(has);
  },
);

import { expect, it } from 'vitest';
import { companyOptions } from './company-options.ts';

it('offers companies by name, with the code if two have the same name', () => {
  expect(
    companyOptions([
      { id: 1, name: 'Asha Bank', code: 'ASHA' },
      { id: 2, name: 'Bodhi Health', code: 'BODHI' },
      { id: 3, name: 'Asha Bank', code: 'ASHA2' },
    ]),
  ).toEqual([
    { value: '1', label: 'Asha Bank (ASHA)' },
    { value: '2', label: 'Bodhi Health' },
    { value: '3', label: 'Asha Bank (ASHA2)' },
  ]);
});

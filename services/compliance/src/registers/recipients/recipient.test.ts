import { expect, it } from 'vitest';
import { checkRecipient, type RecipientFields } from './recipient.ts';

const recipient: RecipientFields = {
  code: 'bureau-1',
  kind: 'processor',
  purposes: ['kyc'],
  fieldTypes: ['pan'],
  country: 'IN',
  sharedFrom: new Date('2026-01-01'),
  sharedUntil: null,
};

it('a recipient may have no country and an end on its first day', () => {
  checkRecipient(recipient);
  checkRecipient({ ...recipient, country: null, sharedUntil: recipient.sharedFrom });
});

it.each<[string, Partial<RecipientFields>]>([
  ['code', { code: '' }],
  ['code', { code: 'Credit Bureau' }],
  ['code', { code: 'x'.repeat(51) }],
  ['kind', { kind: 'friend' }],
  ['purposes', { purposes: [] }],
  ['purposes', { purposes: ['kyc', 'Know Your Customer!'] }],
  ['country', { country: 'India' }],
  ['sharedUntil', { sharedUntil: new Date('2025-12-31') }],
])('a recipient with a wrong %s is refused: %j', (path, wrong) => {
  expect(() => checkRecipient({ ...recipient, ...wrong })).toThrow(
    expect.objectContaining({ reason: 'INVALID_ENTRY', details: [expect.objectContaining({ path })] }),
  );
});

import { KEY_KINDS } from '@pii-vault/lineage/scoring/feature-columns';
import { KEY_SLOTS } from '@pii-vault/vault/encoding/encoded-rows';
import { expect, it } from 'vitest';

it('the vault fills the slots that lineage reads', () => {
  expect(KEY_KINDS.flatMap(({ name, slots }) => Array.from({ length: slots }, () => name))).toEqual(
    KEY_SLOTS,
  );
});

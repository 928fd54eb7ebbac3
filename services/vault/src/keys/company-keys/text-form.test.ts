import { createSecretKey } from 'node:crypto';
import { openText, sealText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { expect, it } from 'vitest';
import { textForm } from './text-form.ts';

const key = { version: 3, isActive: true, key: createSecretKey(Buffer.alloc(32, 7)) };
const keys = { active: async () => key, version: async () => key };
const text = 'Grüße, asked for by phone';

it('opens what was stored by the first version', async () => {
  const sealed = Buffer.from(
    '1638a944c218f037213bd0ef86132c571aad6c0a68c4daa2163ca034700a78b52555eb111f70ad313fe00872240e72f1410c0e9d' +
      'b1686bab02dee570',
    'hex',
  );
  const form = textForm(1, 'erasure reason', 5);
  expect(await openText(keys, form, { sealed, keyVersion: 3 })).toBe(text);
  expect((await sealText(keys, form, text)).sealed).toHaveLength(sealed.length);
});

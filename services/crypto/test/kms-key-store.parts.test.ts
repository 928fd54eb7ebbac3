import { addressOf } from '@pii-vault/platform/testing/test-services';
import { afterEach, inject } from 'vitest';
import { keyStoreContract } from '../src/key-store/key-store-contract.ts';
import { openTestKms } from './kms.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const endpoint = () => addressOf(inject('testServices'), 'CRYPTO_KMS_ENDPOINT');

keyStoreContract('AWS KMS', async () => {
  const open = async () => {
    const store = await openTestKms(endpoint());
    closing.push(() => store.close());
    return store;
  };
  return { store: await open(), reopen: open };
});

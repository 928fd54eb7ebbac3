import { afterEach } from 'vitest';
import type { KeyStore } from '../src/key-store/key-store.ts';
import { keyStoreContract } from '../src/key-store/key-store-contract.ts';
import { openPkcs11KeyStore } from '../src/key-store/pkcs11-key-store.ts';
import { startSoftHsm } from './softhsm.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

keyStoreContract('pkcs11 on SoftHSM2', async () => {
  const hsm = await startSoftHsm();
  closing.push(() => hsm.remove());
  const open = (): KeyStore => {
    const store = openPkcs11KeyStore(hsm.options);
    closing.push(() => store.close());
    return store;
  };
  return { store: open(), reopen: () => Promise.resolve(open()) };
});

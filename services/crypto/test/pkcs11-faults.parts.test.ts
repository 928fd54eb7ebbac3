import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PKCS11 } from 'pkcs11js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyStore } from '../src/key-store/key-store.ts';
import type { TokenClientOptions } from '../src/key-store/pkcs11-client.ts';
import { CKR, fromLibrary } from '../src/key-store/pkcs11-faults.ts';
import { openPkcs11KeyStore } from '../src/key-store/pkcs11-key-store.ts';
import { finalize, openSession } from '../src/key-store/pkcs11-session.ts';
import { tokenTasks } from '../src/key-store/pkcs11-tasks.ts';
import { type SoftHsm, startSoftHsm } from './softhsm.ts';

const run = promisify(execFile);
const aad = Buffer.from('purpose and owner');
const secret = Buffer.alloc(32, 7);

describe('faults of a token', () => {
  let hsm: SoftHsm;
  let closing: KeyStore[];
  beforeEach(async () => {
    hsm = await startSoftHsm();
    closing = [];
  });
  afterEach(async () => {
    for (const store of closing) await store.close();
    await hsm.remove();
  });

  const open = (options: Partial<TokenClientOptions> = {}) => {
    const store = openPkcs11KeyStore({ ...hsm.options, ...options });
    closing.push(store);
    return store;
  };
  const objects = async () => {
    const names = await readdir(hsm.tokens, { recursive: true });
    return names.filter((name) => name.endsWith('.object'));
  };

  it('removed: no key is reported absent or destroyed, and calls succeed after its return', async () => {
    const store = open();
    const { reference } = await store.generateKey('AES-256-GCM');
    const signer = await store.generateKey('Ed25519');
    const wrapped = await store.wrap(reference, secret, aad);
    await rename(hsm.tokens, `${hsm.tokens}-away`);
    for (const call of [
      () => store.unwrap(reference, wrapped, aad),
      () => store.wrap(reference, secret, aad),
      () => store.sign(signer.reference, secret),
      () => store.describe(reference),
      () => store.destroy(reference),
      () => store.generateKey('AES-256-GCM'),
    ])
      await expect(call()).rejects.toMatchObject({ fault: 'unavailable' });
    expect(await store.health()).toMatchObject({ status: 'offline', name: 'pii-vault', device: undefined });
    await rename(`${hsm.tokens}-away`, hsm.tokens);
    await expect.poll(() => store.unwrap(reference, wrapped, aad).catch(String), POLL).toEqual(secret);
    expect(await store.health()).toMatchObject({ status: 'online', device: { model: 'SoftHSM v2' } });
    expect(await store.sign(signer.reference, secret)).toHaveLength(64);
  });

  it('missing at the start: it is found after it was inserted', async () => {
    await rename(hsm.tokens, `${hsm.tokens}-away`);
    const store = open();
    expect((await store.health()).status).toBe('offline');
    await rename(`${hsm.tokens}-away`, hsm.tokens);
    await expect.poll(async () => (await store.health()).status, POLL).toBe('online');
  });

  it('a key destroyed by another program is absent, the others work', async () => {
    const store = open();
    const kept = await store.generateKey('AES-256-GCM');
    const before = await objects();
    const lost = await store.generateKey('AES-256-GCM');
    const wrapped = await store.wrap(lost.reference, secret, aad);
    const [file] = (await objects()).filter((name) => !before.includes(name));
    await rm(join(hsm.tokens, file ?? 'none'));
    await expect(store.unwrap(lost.reference, wrapped, aad)).rejects.toMatchObject({ fault: 'absent' });
    expect(await store.describe(lost.reference)).toBeUndefined();
    expect(await store.unwrap(kept.reference, await store.wrap(kept.reference, secret, aad), aad)).toEqual(
      secret,
    );
  });

  it('an exportable key on it: no key is used', async () => {
    await makeExtractableKey(hsm);
    await expect(open().generateKey('AES-256-GCM')).rejects.toMatchObject({
      fault: 'unsafe',
      message: expect.stringMatching(/CKA_EXTRACTABLE is not false/),
    });
  });

  it('refuses the PIN: login is tried once, so the token is not locked', async () => {
    const store = open({ pin: 'another-pin' });
    for (let call = 0; call < 3; call += 1)
      await expect(store.generateKey('Ed25519')).rejects.toMatchObject({ fault: 'refused' });
    expect((await store.health()).status).toBe('offline');
    expect(await open().generateKey('Ed25519')).toMatchObject({ algorithm: 'Ed25519' });
  });

  it('hangs: calls end at their timeout, and succeed afterwards', async () => {
    const store = open({ timeoutMs: 1_000 });
    await expect.poll(async () => (await store.health()).status, POLL).toBe('online');
    const { reference } = await store.generateKey('AES-256-GCM');
    const wrapped = await store.wrap(reference, secret, aad);
    const release = await lockFiles(hsm);
    for (let call = 0; call < 3; call += 1)
      await expect(store.unwrap(reference, wrapped, aad)).rejects.toMatchObject({ fault: 'unavailable' });
    await release();
    await expect.poll(() => store.unwrap(reference, wrapped, aad).catch(String), POLL).toEqual(secret);
  });

  it('fails to decrypt: it is unavailable, and its ciphertexts are not reported as forged', async () => {
    const token = await openSession(hsm.options);
    try {
      const faultOf = (failures: number) => {
        const run = tokenTasks({ ...token, library: failingToDecrypt(token.library, failures) });
        const { key } = run({ kind: 'generate', algorithm: 'AES-256-GCM' });
        const reference = key?.reference ?? '';
        const { bytes = Buffer.alloc(0) } = run({ kind: 'wrap', reference, bytes: Buffer.from(secret), aad });
        try {
          return run({ kind: 'unwrap', reference, bytes, aad }).bytes;
        } catch (error) {
          return fromLibrary(error).fault;
        }
      };
      expect(faultOf(0)).toEqual(secret);
      // Its self-test passes, so the ciphertext is at fault.
      expect(faultOf(1)).toBe('integrity');
      expect(faultOf(Number.POSITIVE_INFINITY)).toBe('unavailable');
    } finally {
      finalize(token.library);
    }
  });

  it('is missing under this label, or its library cannot be loaded: the message says so', async () => {
    await expect(open({ token: 'other' }).generateKey('Ed25519')).rejects.toThrow(/no token labelled other/);
    await expect(open({ library: '/etc/hostname' }).generateKey('Ed25519')).rejects.toThrow(
      /cannot be loaded/,
    );
  });
});

const POLL = { timeout: 60_000, interval: 50 };

/** A key with our label that another program created as exportable. */
async function makeExtractableKey({ options }: SoftHsm): Promise<void> {
  const program = `
    const p = require('pkcs11js'); const [library, pin] = process.argv.slice(1);
    const m = new p.PKCS11(); m.load(library); m.C_Initialize();
    const s = m.C_OpenSession(m.C_GetSlotList(true)[0], p.CKF_SERIAL_SESSION | p.CKF_RW_SESSION); m.C_Login(s, p.CKU_USER, pin);
    m.C_GenerateKey(s, { mechanism: p.CKM_AES_KEY_GEN }, [[p.CKA_TOKEN, true], [p.CKA_VALUE_LEN, 32], [p.CKA_LABEL, 'pii-vault'],
      [p.CKA_ID, Buffer.alloc(16)], [p.CKA_EXTRACTABLE, true], [p.CKA_SENSITIVE, false]].map(([type, value]) => ({ type, value })));
    m.C_Finalize();`;
  await run(process.execPath, ['-e', program, options.library, options.pin], { cwd: import.meta.dirname });
}

/** Takes the file locks (fcntl) that SoftHSM2 waits for on all of the token's files. */
async function lockFiles({ tokens }: SoftHsm): Promise<() => Promise<void>> {
  const program = `
import fcntl, pathlib, sys
held = [open(path, 'r+b') for path in pathlib.Path(sys.argv[1]).rglob('*') if path.is_file()]
for file in held: fcntl.lockf(file, fcntl.LOCK_EX)
print('locked', flush=True)
sys.stdin.read()`;
  const holder = spawn('python3', ['-c', program, tokens], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
}

/**
 * A proxy of the library whose first C_Decrypt calls fail with the code that SoftHSM2 uses for own faults and wrong
 * AADs.
 */
function failingToDecrypt(library: PKCS11, failures: number): PKCS11 {
  let left = failures;
  const decrypt = (...given: Parameters<PKCS11['C_Decrypt']>) => {
    const opened = library.C_Decrypt(...given);
    if (left === 0) return opened;
    left -= 1;
    throw Object.assign(new Error('planted'), { name: 'Pkcs11Error', code: CKR.generalError });
  };
  return new Proxy(library, {
    get(target, name) {
      if (name === 'C_Decrypt') return decrypt;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

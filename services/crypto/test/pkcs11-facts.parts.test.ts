import { readdir, readFile } from 'node:fs/promises';
import type { PKCS11 } from 'pkcs11js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPkcs11KeyStore } from '../src/key-store/pkcs11-key-store.ts';
import { finalize, openSession, type TokenSession } from '../src/key-store/pkcs11-session.ts';
import { tokenTasks } from '../src/key-store/pkcs11-tasks.ts';
import { type SoftHsm, startSoftHsm } from './softhsm.ts';

const aad = Buffer.from('purpose and owner');

let hsm: SoftHsm;
beforeEach(async () => {
  hsm = await startSoftHsm();
});
afterEach(() => hsm.remove());

it('has a thread per session, and none after it is closed', async () => {
  const before = await tokenThreads();
  const store = openPkcs11KeyStore({ ...hsm.options, sessions: 3 });
  await store.generateKey('AES-256-GCM');
  expect(await tokenThreads()).toBe(before + 3);
  await store.close();
  expect(await tokenThreads()).toBe(before);
});

describe('one session', () => {
  let token: TokenSession;
  beforeEach(async () => {
    token = await openSession(hsm.options);
  });
  afterEach(() => finalize(token.library));

  it('looks a key up once and caches its handle', () => {
    const reference =
      tokenTasks(token)({ kind: 'generate', algorithm: 'AES-256-GCM' }).key?.reference ?? 'none';
    let searches = 0;
    const library = instead(token.library, 'C_FindObjectsInit', (found) => {
      searches += 1;
      return found;
    });
    const run = tokenTasks({ ...token, library });
    const afterStart = searches;
    for (let use = 0; use < 10; use += 1) run({ kind: 'wrap', reference, bytes: Buffer.alloc(32, use), aad });
    expect(afterStart).toBeGreaterThan(0);
    expect(searches).toBe(afterStart);
  });

  const ALWAYS = [
    'CKA_SENSITIVE',
    'CKA_EXTRACTABLE',
    'CKA_ALWAYS_SENSITIVE',
    'CKA_NEVER_EXTRACTABLE',
    'CKA_LOCAL',
    'CKA_PRIVATE',
    'CKA_DECRYPT',
    'CKA_SIGN',
    'CKA_UNWRAP',
    'CKA_DERIVE',
  ] as const;
  it.each([
    ...[...ALWAYS, 'CKA_WRAP' as const].map((name) => ['AES-256-GCM', name] as const),
    ...ALWAYS.map((name) => ['Ed25519', name] as const),
  ])('refuses a key for %s with an unsafe %s', (algorithm, name) => {
    const library = instead(token.library, 'C_GetAttributeValue', (found) =>
      found.map((one) => (one.type === token.api[name] ? { ...one, value: turned(one.value) } : one)),
    );
    const run = tokenTasks({ ...token, library });
    expect(() => run({ kind: 'generate', algorithm })).toThrow(`is not safe: ${name} is not `);
  });
});

/** Threads of this process with the worker's name, as the kernel lists them. */
async function tokenThreads(): Promise<number> {
  const threads = await readdir('/proc/self/task');
  const names = await Promise.all(
    threads.map((id) => readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(() => '')),
  );
  return names.filter((name) => name.trim() === 'token').length;
}

const turned = (value: unknown) => Buffer.from([Buffer.isBuffer(value) && value[0] === 1 ? 0 : 1]);

type Call = 'C_FindObjectsInit' | 'C_GetAttributeValue';

/** A proxy of the library that replaces the result of one call. */
function instead<Name extends Call>(
  library: PKCS11,
  call: Name,
  change: (answer: ReturnType<PKCS11[Name]>) => ReturnType<PKCS11[Name]>,
): PKCS11 {
  return new Proxy(library, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== call) return member.bind(target);
      return (...given: unknown[]) => change(Reflect.apply(member, target, given));
    },
  });
}

import type { Handle, PKCS11 } from 'pkcs11js';
import { KeyStoreError } from './key-store.ts';
import { CKR, isCkr } from './pkcs11-faults.ts';
import type { TokenAccess } from './pkcs11-protocol.ts';

export type Pkcs11Api = typeof import('pkcs11js');

/** One logged-in read-write session on a token. Used by a single thread. */
export interface TokenSession {
  readonly api: Pkcs11Api;
  readonly library: PKCS11;
  readonly slot: Handle;
  readonly session: Handle;
}

/**
 * Opens the library and a session on the token, and logs in once.
 * @throws KeyStoreError unavailable when the library or the token is missing · Pkcs11Error of the library
 */
export async function openSession({ library: path, token, pin }: TokenAccess): Promise<TokenSession> {
  const api = await loadApi();
  const library = loadLibrary(api, path);
  try {
    const slot = findSlot(library, token);
    const session = library.C_OpenSession(slot, api.CKF_SERIAL_SESSION | api.CKF_RW_SESSION);
    logIn(api, library, session, pin);
    return { api, library, slot, session };
  } catch (error) {
    finalize(library);
    throw error;
  }
}

/** Finalises the library in this process: the next session reads slots and sessions again. */
export function finalize(library: PKCS11): void {
  try {
    library.C_Finalize();
  } catch {
    // Ended already.
  }
}

/** pkcs11js is an optional dependency, compiled on request, so other deployments need no compiler. */
async function loadApi(): Promise<Pkcs11Api> {
  try {
    return (await import('pkcs11js')).default;
  } catch (error) {
    const hint =
      'pkcs11js is not installed, or not compiled for this machine: run `npm ci --include=optional` and `npm rebuild pkcs11js` (python3, make, g++)';
    throw new KeyStoreError('unavailable', hint, error);
  }
}

function loadLibrary(api: Pkcs11Api, path: string): PKCS11 {
  const library = new api.PKCS11();
  try {
    library.load(path);
  } catch (error) {
    throw new KeyStoreError('unavailable', `The PKCS#11 library ${path} cannot be loaded`, error);
  }
  try {
    library.C_Initialize({ flags: api.CKF_OS_LOCKING_OK });
  } catch (error) {
    if (!isCkr(error, CKR.cryptokiAlreadyInitialized)) throw error;
  }
  return library;
}

function findSlot(library: PKCS11, token: string): Handle {
  const slots = library.C_GetSlotList(true);
  const slot = slots.find((each) => library.C_GetTokenInfo(each).label.trim() === token);
  if (slot === undefined) throw new KeyStoreError('unavailable', `There is no token labelled ${token}`);
  return slot;
}

/** PKCS#11 login applies to the whole process: later sessions find it done. */
function logIn(api: Pkcs11Api, library: PKCS11, session: Handle, pin: string): void {
  try {
    library.C_Login(session, api.CKU_USER, pin);
  } catch (error) {
    if (!isCkr(error, CKR.userAlreadyLoggedIn)) throw error;
  }
}

import type { SessionUser } from './session-user.ts';

const TOKEN = 'auth_token';
const USER = 'auth_user';
/** Written by a logout, so that other tabs can distinguish it from an expired session. */
const LOGOUT = 'auth_logout';

export type SessionState =
  | { status: 'checking'; user: null }
  | { status: 'in'; user: SessionUser }
  /** Ended by the server. The screen stays mounted: the same user continues on it after signing in again. */
  | { status: 'expired'; user: SessionUser }
  | { status: 'out'; user: null };

let state: SessionState = { status: 'checking', user: null };
/** The token of `state`. The stored one differs after another tab has signed in or out. */
let ownToken: string | null = null;
const listeners = new Set<() => void>();
let controller = new AbortController();

function set(next: SessionState, token: string | null): void {
  const hasLeft = state.user !== null && state.user.id !== next.user?.id;
  state = next;
  ownToken = token;
  if (hasLeft) {
    const former = controller;
    controller = new AbortController();
    former.abort();
  }
  for (const listener of listeners) listener();
}

export const readToken = (): string | null => localStorage.getItem(TOKEN);
export const readSession = (): SessionState => state;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Aborted when the user logs out or another one signs in: later results may contain secrets and are not shown. */
export const userSignal = (): AbortSignal => controller.signal;

/** Resolves at once, or for an expired session when the user has signed in or logged out. */
export function afterExpiry(): Promise<void> {
  return new Promise((resolve) => {
    if (state.status !== 'expired') return resolve();
    const stop = subscribeSession(() => {
      if (state.status === 'expired') return;
      stop();
      resolve();
    });
  });
}

/** The user that the last login or check stored; null if absent or unreadable. */
export function readStoredUser(): SessionUser | null {
  try {
    const text = localStorage.getItem(USER);
    return text ? (JSON.parse(text) as SessionUser) : null;
  } catch {
    return null;
  }
}

export function startSession(token: string, user: SessionUser): void {
  // The user first: another tab reads both as soon as it sees the token.
  localStorage.setItem(USER, JSON.stringify(user));
  localStorage.setItem(TOKEN, token);
  set({ status: 'in', user }, token);
}

/** Stores the user of `token` as the server returned it, unless another tab has signed in meanwhile. */
export function keepUser(token: string, user: SessionUser): void {
  if (readToken() !== token) return;
  localStorage.setItem(USER, JSON.stringify(user));
  set({ status: 'in', user }, token);
}

/** Adopts a session that another tab has changed: another user, the same one again, or none. */
export function adoptStored(): void {
  const token = readToken();
  if (state.status === 'checking' || token === ownToken) return;
  const user = readStoredUser();
  if (token === null) end('expired');
  else if (user) set({ status: 'in', user }, token);
}

/** The token for a call. The tab first adopts a session that another tab has changed. */
export function tokenForCall(): string | null {
  adoptStored();
  return readToken();
}

/** Follows changes by other tabs: by storage events, and after a suspension, which drops events, when it ends. */
export function followSession(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === LOGOUT) leave();
    else if (event.key === TOKEN || event.key === null) adoptStored();
  });
  window.addEventListener('pageshow', adoptStored);
  document.addEventListener('visibilitychange', adoptStored);
}

/**
 * The only place where a session ends in this tab. 'expired' keeps the user, so that the screen can stay; 'out' does
 * not. The stored session is not touched: it can be another tab's.
 */
function end(status: 'expired' | 'out'): void {
  if (status === 'out' || state.status === 'checking') set({ status: 'out', user: null }, null);
  else if (state.status === 'in') set({ status, user: state.user }, null);
}

function removeStored(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
}

/** The server refused `token`: the login is shown at the same address. */
export function expireSession(token: string | null): void {
  if (readToken() !== token) {
    adoptStored();
    return;
  }
  removeStored();
  end('expired');
}

/** Ends the session of this tab; a logout also those of the others, which must see that the token is removed. */
export function endSession({ isLogout = true } = {}): void {
  removeStored();
  end('out');
  if (isLogout) localStorage.setItem(LOGOUT, String(Date.now()));
}

/** Follows a logout of another tab. That tab may have signed in again before the event came. */
function leave(): void {
  if (state.status === 'checking') return;
  end('out');
  adoptStored();
}

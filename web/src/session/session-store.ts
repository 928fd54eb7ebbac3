import type { SessionUser } from './session-user.ts';

const TOKEN = 'auth_token';
const USER = 'auth_user';
/** Written by a logout: other tabs tell it from a session that ran out by it. */
const LOGOUT = 'auth_logout';

export type SessionState =
  | { status: 'checking'; user: null }
  | { status: 'in'; user: SessionUser }
  /** The server has ended it. Who signs in again as the same user finds the screen as it was. */
  | { status: 'expired'; user: SessionUser }
  | { status: 'out'; user: null };

let state: SessionState = { status: 'checking', user: null };
/** The token that `state` is about. The stored one differs when another tab has signed in or out. */
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

/** Aborted when the user logs out or another one signs in: a later result may contain a secret and is not shown. */
export const userSignal = (): AbortSignal => controller.signal;

/** Resolves at once, or when an expired session has ended: by a sign-in or a logout. */
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

/** The user stored by the last login or check, null when absent or unreadable. */
export function readStoredUser(): SessionUser | null {
  try {
    const text = localStorage.getItem(USER);
    return text ? (JSON.parse(text) as SessionUser) : null;
  } catch {
    return null;
  }
}

export function startSession(token: string, user: SessionUser): void {
  // The user first: another tab that sees the token finds its user.
  localStorage.setItem(USER, JSON.stringify(user));
  localStorage.setItem(TOKEN, token);
  set({ status: 'in', user }, token);
}

/** The user of `token` as the server sees it now; where another tab has signed in meanwhile, that one counts. */
export function keepUser(token: string, user: SessionUser): void {
  if (readToken() !== token) return;
  localStorage.setItem(USER, JSON.stringify(user));
  set({ status: 'in', user }, token);
}

/** Takes over what another tab has made of the session: another user, the same one again, or none. */
export function adoptStored(): void {
  const token = readToken();
  if (state.status === 'checking' || token === ownToken) return;
  const user = readStoredUser();
  if (token === null) expire();
  else if (user) set({ status: 'in', user }, token);
}

/** The token for a call, of the session that this tab shows. */
export function tokenForCall(): string | null {
  adoptStored();
  return readToken();
}

/** Storage events report changes of other tabs; a tab that slept through them looks when it wakes. */
export function followSession(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === LOGOUT) leave();
    else if (event.key === TOKEN || event.key === null) adoptStored();
  });
  window.addEventListener('pageshow', adoptStored);
  document.addEventListener('visibilitychange', adoptStored);
}

/** The server has refused `token`: what needs a user shows the login at the same address. */
export function expireSession(token: string | null): void {
  if (readToken() === token) {
    localStorage.removeItem(TOKEN);
    localStorage.removeItem(USER);
    expire();
  } else adoptStored();
}

/** A logout of another tab; the event may come after the next sign-in there, which then counts. */
function leave(): void {
  if (state.status === 'checking') return;
  set({ status: 'out', user: null }, null);
  adoptStored();
}

/** Logout, for all tabs. They see the changes one by one: the token is gone when they hear of the logout. */
export function endSession(): void {
  forget();
  localStorage.setItem(LOGOUT, String(Date.now()));
}

function expire(): void {
  if (state.status === 'in') set({ status: 'expired', user: state.user }, null);
  else if (state.status === 'checking') set({ status: 'out', user: null }, null);
}

/** No user is signed in in this tab. */
export function forget(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  set({ status: 'out', user: null }, null);
}

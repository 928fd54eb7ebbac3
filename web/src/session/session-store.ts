import type { SessionUser } from './session-user.ts';

const TOKEN = 'auth_token';
const USER = 'auth_user';

export type SessionState =
  | { status: 'checking'; user: null }
  | { status: 'in'; user: SessionUser }
  | { status: 'out'; user: null };

let state: SessionState = { status: 'checking', user: null };
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const readToken = (): string | null => localStorage.getItem(TOKEN);
export const readSession = (): SessionState => state;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
  localStorage.setItem(TOKEN, token);
  keepUser(user);
}

/** The user as the server sees it now. */
export function keepUser(user: SessionUser): void {
  localStorage.setItem(USER, JSON.stringify(user));
  set({ status: 'in', user });
}

/** A logout in another tab ends the session here too. */
export function followSession(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN && event.newValue === null) endSession();
  });
}

/** Forgets token and user; what needs a user then shows the login at the same address. */
export function endSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  set({ status: 'out', user: null });
}

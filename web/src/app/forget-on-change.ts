import { focusManager, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { abortCalls } from '../client/client.ts';
import { displayName } from '../session/display-name.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';
import { notify, removeToasts } from '../ui/toaster.tsx';

/**
 * At logout and for another user: aborts calls and clears the cache and toasts, so that no user sees another's data.
 * While a session has expired, polling stops and no toast stands above the login; after signing in again the same user
 * gets fresh rows.
 * @returns a function that stops it
 */
export function forgetOnChange(queryClient: QueryClient): () => void {
  let before = readSession();
  return subscribeSession(() => {
    const now = readSession();
    focusManager.setFocused(now.status === 'expired' ? false : undefined);
    const isOther = before.user !== null && now.user !== null && before.user.id !== now.user.id;
    if (now.status !== 'in' || isOther) removeToasts();
    if (now.status === 'out' || isOther) {
      abortCalls();
      queryClient.clear();
    } else if (before.status === 'expired' && now.status === 'in') {
      queryClient.invalidateQueries();
    }
    if (isOther) notify.info(i18next.t('session.switched', { ns: 'app', name: displayName(now.user) }));
    before = now;
  });
}

import { focusManager, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { displayName } from '../session/display-name.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';
import { notify, removeToasts } from '../ui/toaster.tsx';

/**
 * Clears the cache and toasts at logout and for another user, so that no user sees another's data. While a session has
 * expired, polling stops, and secrets do not stand above the login; after signing in again the same user gets them and
 * fresh rows.
 * @returns a function that stops it
 */
export function forgetOnChange(queryClient: QueryClient): () => void {
  let before = readSession();
  let showSecrets = () => {};
  return subscribeSession(() => {
    const now = readSession();
    focusManager.setFocused(now.status === 'expired' ? false : undefined);
    const isOther = before.user !== null && now.user !== null && before.user.id !== now.user.id;
    if (now.status === 'out' || isOther) {
      queryClient.clear();
      removeToasts();
    } else if (now.status === 'expired') {
      showSecrets = removeToasts();
    } else if (before.status === 'expired') {
      showSecrets();
      queryClient.invalidateQueries();
    }
    if (isOther) notify.info(i18next.t('session.switched', { ns: 'app', name: displayName(now.user) }));
    before = now;
  });
}

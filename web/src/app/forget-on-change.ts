import { focusManager, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { displayName } from '../session/display-name.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';
import { notify, removeToasts } from '../ui/toaster.tsx';

/**
 * Clears the cache and toasts at logout and when the user changes, so that no user sees another's data. While the
 * session is expired, polling stops and toasts with secrets are hidden. When the same user signs in again, they
 * reappear and all queries refetch.
 * @returns a function that unsubscribes
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

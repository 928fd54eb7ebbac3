import { useLayoutEffect } from 'react';
import { subscribeSession } from '../session/session-store.ts';

/** How long a revealed value is shown. */
export const REVEAL_MS = 30_000;

/** Whether an answer that arrives now may be shown: the tab is visible and its window has the focus. */
export const isUserHere = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Calls `hide` when the user may have left: another window or tab, a locked screen, the end of the session. Uses a
 * layout effect, which listens before the value is painted.
 */
export function useHideOnLeave(isShowing: boolean, hide: () => void): void {
  useLayoutEffect(() => {
    if (!isShowing) return;
    const onVisibility = () => (document.visibilityState === 'hidden' ? hide() : undefined);
    window.addEventListener('blur', hide);
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', onVisibility);
    const unsubscribe = subscribeSession(hide);
    return () => {
      unsubscribe();
      window.removeEventListener('blur', hide);
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [isShowing, hide]);
}

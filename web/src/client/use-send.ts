import { useEffect, useRef } from 'react';
import { adoptStored, afterExpiry, readSession, userSignal } from '../session/session-store.ts';

interface Outcome<Result> {
  /** Reports a success. After the dialog was closed, it must show a new secret elsewhere. */
  done: (result: Result, isOpen: boolean) => void;
  /** Reports a failure. After the dialog was closed, a toast must report it. */
  failed: (error: unknown, isOpen: boolean) => void;
}

/**
 * Sends the change of a dialog that can be closed before the response. `done` or `failed` runs also after the dialog is
 * unmounted; callbacks of `mutate` do not. After a success `onClose` runs if the dialog is still open. While a change
 * runs, another one is not sent.
 *
 * An outcome that comes after the session has expired waits until the user has signed in again. It is not reported when
 * the user has logged out or another one has signed in.
 */
export function useSend<Input, Result>(send: (input: Input) => Promise<Result>, onClose?: () => void) {
  const isOpen = useRef(false);
  // `isPending` of a mutation is set one task later: until then a second click would send a second request.
  const isSending = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return async (input: Input, { done, failed }: Outcome<Result>): Promise<void> => {
    if (isSending.current) return;
    const user = userSignal();
    // A change that is sent without a session belongs to the sign-in.
    const isSignedIn = readSession().status === 'in';
    adoptStored();
    if (user.aborted) return;
    isSending.current = true;
    const outcome = await send(input)
      .then((result) => ({ result }))
      .catch((error: unknown) => ({ error }))
      .finally(() => {
        isSending.current = false;
      });
    if (isSignedIn) await afterExpiry();
    if (user.aborted) return;
    const wasOpen = isOpen.current;
    if ('error' in outcome) return failed(outcome.error, wasOpen);
    if (wasOpen) onClose?.();
    done(outcome.result, wasOpen);
  };
}

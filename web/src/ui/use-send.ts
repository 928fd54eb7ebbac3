import { useEffect, useRef } from 'react';

interface Outcome<Result> {
  /** Reports the success. */
  done: (result: Result) => void;
  /** Reports the failure. Only an open dialog can show it at a field; of a closed one a toast must report it. */
  failed: (error: unknown, isOpen: boolean) => void;
}

/**
 * Sends the change of a dialog that can be closed before the response. The outcome is reported in any case; the dialog
 * is closed after a success if it is still open. Callbacks of `mutate` do not run after the dialog is unmounted.
 */
export function useSend<Input, Result>(send: (input: Input) => Promise<Result>, onClose: () => void) {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return (input: Input, { done, failed }: Outcome<Result>): Promise<void> =>
    send(input).then(
      (result) => {
        if (isOpen.current) onClose();
        done(result);
      },
      (error: unknown) => failed(error, isOpen.current),
    );
}

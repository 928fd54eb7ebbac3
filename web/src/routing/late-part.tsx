import { Box } from '@chakra-ui/react';
import { type ComponentType, lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { reloadPage } from './reload-page.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

interface LatePartOptions {
  /** Whether a reload loses no input. If so, a failed Retry reloads the page at once. */
  mayReload?: () => boolean;
}

/**
 * Part of a screen whose code is loaded when it is first rendered, below a Suspense. If loading fails, it shows an
 * error with Retry. `lazy` alone would throw, and the screen would lose its input.
 */
export const latePart = <Props extends object>(load: Load<Props>, options: LatePartOptions = {}) =>
  lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      (error: unknown) => ({
        default: (props: Props) => <LatePart load={load} error={error} props={props} {...options} />,
      }),
    ),
  );

/**
 * Dialog whose code is loaded when it opens. If loading fails, a dialog shows the error with Retry. It is not `lazy`:
 * React shows what was suspended up to 300 ms late.
 */
export const lateDialog =
  <Props extends { onClose: () => void }>(load: Load<Props>) =>
  (props: Props) => <LatePart load={load} props={props} onClose={props.onClose} />;

interface LatePartProps<Props> extends LatePartOptions {
  load: Load<Props>;
  /** Error of an attempt that was made already. Without it, nothing is shown until the first attempt has ended. */
  error?: unknown;
  /** Props of the part. */
  props: Props;
  /** A whole screen: a reload loses no input, and the error is in a card. */
  isScreen?: boolean;
  /** Closes the part, which is a dialog: the error is in a dialog, too. */
  onClose?: () => void;
}

/**
 * Loads a part on mount and by Retry: neither `lazy` nor the router retries. Older browsers cache a module's failure
 * until the page reloads, so a Retry that fails online offers a reload too. Retry moves the focus to the part, because
 * its button disappears.
 */
export function LatePart<Props extends object>({
  load,
  error: missed,
  props,
  isScreen = false,
  onClose,
  mayReload = () => isScreen,
}: LatePartProps<Props>) {
  const { t } = useTranslation('app');
  const { Part, error, failures, isPending, retry } = useRetry(load, missed, mayReload);
  const place = useRef<HTMLDivElement>(null);
  if (Part && onClose) return <Part {...props} />;
  if (!Part && error === undefined) return null;
  const isOffline = !navigator.onLine;
  const offersReload = failures > 0 && !isOffline;
  const hint = t(isScreen ? 'crashed.hint' : offersReload ? 'late.reloadHint' : 'late.hint');
  const onRetry = () => {
    place.current?.focus();
    void retry();
  };
  // The key creates a new element per failure: screen readers announce an alert only when it is added.
  const failure = (
    <ErrorState
      key={failures}
      error={error}
      title={t(isScreen ? 'crashed.title' : onClose ? 'late.dialog' : 'late.part')}
      {...(isOffline ? {} : { hint })}
      onRetry={onRetry}
      isRetrying={isPending}
    >
      {offersReload ? <Button onClick={reloadPage}>{t('late.reload')}</Button> : null}
    </ErrorState>
  );
  const shown = (
    <Box ref={place} tabIndex={-1} minWidth="0" outline="0">
      {Part ? <Part {...props} /> : isScreen ? <Card>{failure}</Card> : failure}
    </Box>
  );
  if (!onClose) return shown;
  return (
    <Dialog isOpen onClose={onClose} title={t('late.dialogTitle')}>
      {shown}
    </Dialog>
  );
}

/** Loads the part on mount and by `retry`. `error` is that of the first attempt; `failures` counts failed retries. */
function useRetry<Props>(load: Load<Props>, missed: unknown, mayReload: () => boolean) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [error, setError] = useState(missed);
  const [failures, setFailures] = useState(0);
  const [isPending, setPending] = useState(false);
  const start = useEffectEvent(() =>
    load().then(
      (part) => setPart(() => part),
      (reason: unknown) => setError(reason),
    ),
  );
  useEffect(() => void start(), []);
  const retry = async () => {
    setPending(true);
    try {
      const part = await load();
      setPart(() => part);
    } catch {
      if (navigator.onLine && mayReload()) reloadPage();
      setFailures((count) => count + 1);
    }
    setPending(false);
  };
  return { Part, error, failures, isPending, retry };
}

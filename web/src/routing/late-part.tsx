import { Box } from '@chakra-ui/react';
import { type ComponentType, lazy, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
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
        default: (props: Props) => <MissedPart load={load} error={error} props={props} {...options} />,
      }),
    ),
  );

interface MissedPartProps<Props> extends LatePartOptions {
  load: Load<Props>;
  /** Error of the first attempt. */
  error: unknown;
  /** Props of the part. */
  props: Props;
  /** A whole screen: a reload loses no input, and the error is in a card. */
  isScreen?: boolean;
}

/**
 * Replaces what could not be loaded: neither `lazy` nor the router retries. Loading is retried on mount and by Retry.
 * Older browsers cache a module's failure until the page reloads, so a Retry that fails online offers a reload too.
 * Retry moves the focus to the part, because its button disappears.
 */
export function MissedPart<Props extends object>({
  load,
  error,
  props,
  isScreen = false,
  mayReload = () => isScreen,
}: MissedPartProps<Props>) {
  const { t } = useTranslation('app');
  const { Part, failures, isPending, retry } = useRetry(load, mayReload);
  const place = useRef<HTMLDivElement>(null);
  const isOffline = !navigator.onLine;
  const offersReload = failures > 0 && !isOffline;
  const hint = t(isScreen ? 'crashed.hint' : offersReload ? 'late.reloadHint' : 'late.hint');
  const onRetry = () => {
    place.current?.focus();
    void retry();
  };
  // The key creates a new element per failure: screen readers announce an alert only when it is added.
  const missed = (
    <ErrorState
      key={failures}
      error={error}
      title={t(isScreen ? 'crashed.title' : 'late.part')}
      {...(isOffline ? {} : { hint })}
      onRetry={onRetry}
      isRetrying={isPending}
    >
      {offersReload ? <Button onClick={reloadPage}>{t('late.reload')}</Button> : null}
    </ErrorState>
  );
  return (
    <Box ref={place} tabIndex={-1} minWidth="0" outline="0">
      {Part ? <Part {...props} /> : isScreen ? <Card>{missed}</Card> : missed}
    </Box>
  );
}

/** Loads the part on mount and by `retry`. `failures` counts failed retries. */
function useRetry<Props>(load: Load<Props>, mayReload: () => boolean) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [failures, setFailures] = useState(0);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      () => {},
    );
  }, [load]);
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
  return { Part, failures, isPending, retry };
}

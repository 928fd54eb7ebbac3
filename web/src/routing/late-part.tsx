import { Box } from '@chakra-ui/react';
import { type ComponentType, lazy, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { reloadPage } from './reload-page.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

interface LatePartOptions {
  /** Whether a reload of the page loses no input: then a failed Retry reloads it at once. */
  mayReload?: () => boolean;
}

/**
 * A part of a screen whose code is fetched when it is first shown, below a Suspense. Where that fails, the part's place
 * says so and offers Retry: React would throw the failure, and the screen would be lost with what was typed in it.
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
  /** Of the first try. */
  error: unknown;
  /** Of the part. */
  props: Props;
}

/**
 * In place of a part that could not be fetched: React does not fetch it again. Retry does, and opening it again. Older
 * browsers cache a module's failure as long as the page lives, so a failed Retry with a network offers a reload too.
 * From Retry on, the focus is on the part's place: the button disappears.
 */
function MissedPart<Props extends object>({ load, error, props, mayReload }: MissedPartProps<Props>) {
  const { t } = useTranslation('app');
  const { Part, failures, isPending, retry } = useRetry(load, mayReload);
  const place = useRef<HTMLDivElement>(null);
  const isOffline = !navigator.onLine;
  const offersReload = failures > 0 && !isOffline;
  const hint = t(offersReload ? 'late.reloadHint' : 'late.hint');
  const onRetry = () => {
    place.current?.focus();
    void retry();
  };
  return (
    <Box ref={place} tabIndex={-1} minWidth="0" outline="0">
      {Part ? (
        <Part {...props} />
      ) : (
        // A new element for each failure: screen readers announce an alert when it is added.
        <ErrorState
          key={failures}
          error={error}
          title={t('late.part')}
          {...(isOffline ? {} : { hint })}
          onRetry={onRetry}
          isRetrying={isPending}
        >
          {offersReload ? <Button onClick={reloadPage}>{t('late.reload')}</Button> : null}
        </ErrorState>
      )}
    </Box>
  );
}

/** The part is fetched when it is shown, and by `retry`, whose failures are counted. */
function useRetry<Props>(load: Load<Props>, mayReload = () => false) {
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

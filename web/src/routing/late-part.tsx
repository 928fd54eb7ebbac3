import { type ComponentType, lazy, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/error-state.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a screen whose code is fetched when it is first shown, below a Suspense. Where that fails, the part's place
 * says so and offers Retry: React would throw the failure, and the screen would be lost with what was typed in it.
 */
export const latePart = <Props extends object>(load: Load<Props>) =>
  lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      (error: unknown) => ({
        default: (props: Props) => <MissedPart load={load} error={error} props={props} />,
      }),
    ),
  );

interface MissedPartProps<Props> {
  load: Load<Props>;
  /** Of the first try. */
  error: unknown;
  /** Of the part. */
  props: Props;
}

/** In place of a part that could not be fetched: React does not fetch it again. Retry does, and opening it again. */
function MissedPart<Props extends object>({ load, error, props }: MissedPartProps<Props>) {
  const { t } = useTranslation('app');
  const [Part, setPart] = useState<ComponentType<Props>>();
  const fetchPart = useCallback(
    () =>
      load().then(
        (part) => setPart(() => part),
        () => {},
      ),
    [load],
  );
  useEffect(() => void fetchPart(), [fetchPart]);
  if (Part) return <Part {...props} />;
  return <ErrorState error={error} title={t('late.part')} hint={t('late.hint')} onRetry={fetchPart} />;
}

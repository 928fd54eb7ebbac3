import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** A card's content: a skeleton, an error with Retry, or the data, which stays below a banner when a refresh fails. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (data === undefined) return error ? <ErrorState error={error} onRetry={retry} /> : skeleton;
  return (
    <>
      <StaleBanner error={error} onRetry={retry} />
      {children(data)}
    </>
  );
}

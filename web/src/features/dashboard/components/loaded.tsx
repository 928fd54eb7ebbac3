import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * A card's content: a skeleton, an error with Retry, or the data, which stays when a refresh fails: the page says so.
 */
export function Loaded<T>({ query: { data, error, refetch }, skeleton, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : skeleton;
}

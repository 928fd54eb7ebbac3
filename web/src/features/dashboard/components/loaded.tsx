import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Content of a card: skeleton, error with Retry, or data. Data stays when a refresh fails; the page shows a banner
 * then.
 */
export function Loaded<T>({ query: { data, error, refetch }, skeleton, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : skeleton;
}

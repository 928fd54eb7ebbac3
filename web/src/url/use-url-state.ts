import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

export type UrlValues = Readonly<Record<string, string | null>>;

/**
 * The query part of the address as state: filters, tabs, page and selection live there, so that a link shows the same view.
 * `set({ tier: 'finance', cursor: null })` merges; null or '' removes. `push` makes a step for the Back button.
 */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  // Two changes in one tick must both arrive, so each merges into the newest, not into the rendered one.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const set = useCallback(
    (values: UrlValues, { push = false }: { push?: boolean } = {}) => {
      const next = new URLSearchParams(latest.current);
      for (const [key, value] of Object.entries(values)) {
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      }
      latest.current = next;
      setParams(next, { replace: !push });
    },
    [setParams],
  );
  return { get: (key: string) => params.get(key) ?? '', set, params };
}

import { useCallback, useEffect, useRef } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router-dom';

export type UrlValues = Readonly<Record<string, string | null>>;

/**
 * The query string as state: filters, tabs, page and selection, so that a link reproduces the view. `set({ tier:
 * 'finance', cursor: null })` merges; null or '' removes a key. `push` adds a history entry for the Back button. The
 * cursors of previous pages are kept unless `cursor` changes.
 */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  }, [location]);
  const set = useCallback(
    (values: UrlValues, { push = false }: { push?: boolean } = {}) => {
      const next = newestSearch(latest.current);
      for (const [key, value] of Object.entries(values)) {
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      }
      wishSearch(latest.current, next);
      const state: unknown = 'cursor' in values ? null : latest.current.state;
      setParams(next, { replace: !push, state });
    },
    [setParams],
  );
  return { get: (key: string) => params.get(key) ?? '', set, params };
}

/** Latest requested query string per location, until the router renders the next one. */
const wished = new WeakMap<Location, string>();

/**
 * The query string with changes that are requested but not rendered yet. Several components may change it in one tick;
 * each must start from the newest state, so that it does not undo another change.
 */
export const newestSearch = (location: Location): URLSearchParams =>
  new URLSearchParams(wished.get(location) ?? location.search);

/** Must be called before navigating to `search`. */
export function wishSearch(location: Location, search: URLSearchParams): void {
  wished.set(location, search.toString());
}

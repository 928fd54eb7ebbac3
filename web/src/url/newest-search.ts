import type { Location } from 'react-router-dom';

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

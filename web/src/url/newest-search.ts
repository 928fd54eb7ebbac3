import type { Location } from 'react-router-dom';

/** What was asked for while a location stood, until the router has rendered it. */
const wished = new WeakMap<Location, string>();

/**
 * The query part as it is about to be. Several parts of the console change it, sometimes in one tick: each merges
 * into the newest, not into the rendered one, so that none undoes another.
 */
export const newestSearch = (location: Location): URLSearchParams =>
  new URLSearchParams(wished.get(location) ?? location.search);

/** Call it before navigating to `search`. */
export function wishSearch(location: Location, search: URLSearchParams): void {
  wished.set(location, search.toString());
}

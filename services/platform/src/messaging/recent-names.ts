/** The most recently set values, by name. */
export interface RecentNames<T extends string | true> {
  get(name: string | number): T | undefined;
  set(name: string | number, value: T): void;
}

/**
 * Knows the last `atLeast` names, and at most as many more. By generations: a Map that loses its oldest entry for each
 * new one passes over those that are gone, hundreds of them, each time it is asked which is the oldest.
 */
export function recentNames<T extends string | true>(atLeast: number): RecentNames<T> {
  let older = new Map<string | number, T>();
  let newer = new Map<string | number, T>();
  return {
    get: (name) => newer.get(name) ?? older.get(name),
    set(name, value) {
      if (newer.size >= atLeast && !newer.has(name)) {
        older = newer;
        newer = new Map();
      }
      newer.set(name, value);
    },
  };
}

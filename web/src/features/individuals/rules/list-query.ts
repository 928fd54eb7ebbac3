import type { IndividualsQuery } from '../queries.ts';

const bands = ['high', 'medium', 'low'] as const;
const sorts = ['id', '-id', 'updatedAt', '-updatedAt', 'quality', '-quality'] as const;

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/**
 * What the address asks the list for; anything it does not understand is left out. Newest first, unless a search
 * asks: that looks at everybody and is ordered by what matches, so quality and sort go with it.
 */
export function listQuery(get: (key: string) => string, companyId: number): IndividualsQuery {
  const search = get('search').trim() || undefined;
  return {
    companyId,
    search,
    ...(search === undefined
      ? { quality: oneOf(bands, get('quality')), sort: oneOf(sorts, get('sort')) ?? '-updatedAt' }
      : {}),
  };
}

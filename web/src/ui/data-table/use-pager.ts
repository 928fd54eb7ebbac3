import { useCursor } from '../../url/use-cursor.ts';
import type { PagerProps } from './pager.tsx';

interface ShownPage {
  readonly next?: string | undefined;
  readonly total?: number | undefined;
}

/** The pager of a list whose cursor is in the URL; `limit` is the number of rows per page. */
export function usePager(
  page: ShownPage | undefined,
  limit: number,
): Pick<PagerProps, 'from' | 'total' | 'onNext' | 'onPrevious'> {
  const { pageIndex, next, previous } = useCursor();
  const cursor = page?.next;
  return {
    from: pageIndex * limit + 1,
    total: page?.total,
    onNext: cursor ? () => next(cursor) : undefined,
    onPrevious: previous,
  };
}

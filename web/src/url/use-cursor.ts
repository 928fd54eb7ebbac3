import { useLocation, useNavigate } from 'react-router-dom';

interface Trail {
  trail?: string[];
}

/**
 * Keyset paging by `?cursor=`. The cursors of the previous pages are stored in the history entry, so Previous works
 * after a reload. In a pasted link they are missing, and Previous leads to the first page.
 */
export function useCursor() {
  const location = useLocation();
  const navigate = useNavigate();
  const trail = (location.state as Trail | null)?.trail ?? [];
  const params = new URLSearchParams(location.search);
  const cursor = params.get('cursor');

  function go(to: string | null, nextTrail: string[]): void {
    const search = new URLSearchParams(location.search);
    if (to) search.set('cursor', to);
    else search.delete('cursor');
    navigate({ search: search.toString() }, { state: { trail: nextTrail } });
  }

  return {
    cursor: cursor ?? undefined,
    /** 0 on the first page. In a pasted link it is unknown, and 1 is assumed. */
    pageIndex: cursor ? Math.max(1, trail.length) : 0,
    next: (to: string) => go(to, [...trail, cursor ?? '']),
    previous: cursor ? () => go(trail.at(-1) || null, trail.slice(0, -1)) : undefined,
  };
}

import { useCallback, useSyncExternalStore } from 'react';

/** Follows a media query. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Below 768 px the sidebar is a drawer and tables are two-line lists. */
export const useIsPhone = () => useMedia('(max-width: 767.98px)');
/** Below 1100 px the right-hand panel is a drawer. */
export const useIsNarrow = () => useMedia('(max-width: 1099.98px)');
/** From 1280 px on there is room for a panel next to a list although nothing is selected. */
export const useIsWide = () => !useMedia('(max-width: 1279.98px)');
/** Below 900 px of height the sidebar does not hold all its groups and the whole footer. */
export const useIsLow = () => useMedia('(max-height: 899.98px)');
/** Below 780 px of height the sidebar does not hold all its groups unfolded. */
export const useIsFlat = () => useMedia('(max-height: 779.98px)');

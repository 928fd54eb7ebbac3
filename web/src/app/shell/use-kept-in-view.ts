import { useEffect, useRef } from 'react';

/** Scrolls the current link of a navigation into view, also when the navigation changes its size. */
export function useKeptInView(isCurrent: boolean) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const element = link.current;
    const navigation = element?.closest('nav');
    if (!isCurrent || !element || !navigation) return;
    const resizing = new ResizeObserver(() =>
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    resizing.observe(navigation);
    return () => resizing.disconnect();
  }, [isCurrent]);
  return link;
}

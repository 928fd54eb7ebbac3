import { type RefObject, useEffect, useState } from 'react';

/** Below this width rows are cards, also in a wide window with an open panel. */
const SMALL_PX = 640;

/** Whether an element has less room than a table needs; false until it is measured. */
export function useIsSmall(element: RefObject<HTMLElement | null>): boolean {
  const [isSmall, setSmall] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setSmall(width < SMALL_PX);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSmall;
}

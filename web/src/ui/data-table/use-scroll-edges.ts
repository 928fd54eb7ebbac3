import { type RefObject, useEffect, useState } from 'react';

/** Whether something lies to the side of what an element that scrolls sideways shows. */
export function useScrollEdges(element: RefObject<HTMLElement | null>): { before: boolean; after: boolean } {
  const [edges, setEdges] = useState({ before: false, after: false });
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const read = () => {
      const offset = Math.abs(scroller.scrollLeft);
      const before = offset > 0;
      // Widths are rounded: one pixel is not something to scroll to.
      const after = scroller.scrollWidth - scroller.clientWidth - offset > 1;
      setEdges((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    scroller.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', read);
    };
  }, [element]);
  return edges;
}

import { type RefObject, useEffect, useState } from 'react';

interface ScrollEdges {
  /** Whether content is hidden at the left or right. */
  before: boolean;
  after: boolean;
  /** Whether its content is wider. */
  isScrollable: boolean;
}

/** The hidden edges of a scrolling element. */
export function useScrollEdges(element: RefObject<HTMLElement | null>): ScrollEdges {
  const [edges, setEdges] = useState({ before: false, after: false, isScrollable: false });
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    let room = 0;
    let last = -1;
    let isScrollable = false;
    const show = () => {
      last = scroller.scrollLeft;
      const before = last !== 0;
      // Widths are rounded, so a difference of one pixel is ignored.
      const after = room - Math.abs(last) > 1;
      setEdges((was) =>
        was.before === before && was.after === after && was.isScrollable === isScrollable
          ? was
          : { before, after, isScrollable },
      );
    };
    const measure = () => {
      room = scroller.scrollWidth - scroller.clientWidth;
      isScrollable = room > 1;
      show();
    };
    // Vertical scrolling does not change the edges, and measuring would force a layout.
    const onScroll = () => {
      if (scroller.scrollLeft !== last) show();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    if (scroller.firstElementChild) observer.observe(scroller.firstElementChild);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [element]);
  return edges;
}

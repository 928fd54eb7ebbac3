import { useLayoutEffect, useState } from 'react';

/** Before the first layout, and where there is none (tests). */
const FALLBACK_PX = 640;

/**
 * Width of an element in CSS px, followed: a chart fits its container and not the window. Give `ref` to the element.
 */
export function useWidth(): { ref: (element: HTMLElement | null) => void; width: number } {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(FALLBACK_PX);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth) || FALLBACK_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, width };
}

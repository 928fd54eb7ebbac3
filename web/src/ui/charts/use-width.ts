import { useLayoutEffect, useState } from 'react';

/** Before the first layout, and in tests without layout. */
const FALLBACK_PX = 640;

/** Current width of an element in CSS px: a chart fits its container, not the window. Pass `ref` to the element. */
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

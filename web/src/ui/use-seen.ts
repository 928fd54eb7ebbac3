import { type RefCallback, useCallback, useEffect, useState } from 'react';

/**
 * A part that was not scrolled to counts as seen after this time, ms: the first requests are done by then, and a print
 * is complete.
 */
const UNSEEN_MS = 5_000;

/**
 * Delays loading of content below the first screen. `isSeen` becomes true when the element with `ref` comes into view,
 * after UNSEEN_MS, or before a print. Give the element its final height; it has `data-unseen` until then. Without an
 * IntersectionObserver `isSeen` is true at once.
 */
export function useSeen(): { ref: RefCallback<Element>; isSeen: boolean } {
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    if (isSeen) return undefined;
    const see = () => setSeen(true);
    const timer = setTimeout(see, UNSEEN_MS);
    // The browser does not wait for requests that start before a print; the next print is complete.
    window.addEventListener('beforeprint', see);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeprint', see);
    };
  }, [isSeen]);
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null || isSeen) return undefined;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      });
      observer.observe(element);
      element.toggleAttribute('data-unseen', true);
      return () => {
        observer.disconnect();
        element.removeAttribute('data-unseen');
      };
    },
    [isSeen],
  );
  return { ref, isSeen };
}

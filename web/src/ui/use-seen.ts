import { type RefCallback, useCallback, useEffect, useState } from 'react';

/** A part that is not scrolled to is seen after this time, ms: the first requests are over, and a print is complete. */
const UNSEEN_MS = 5_000;

/**
 * For what stands below the first screenful: `isSeen` becomes true when the element with `ref` comes into view, after
 * UNSEEN_MS or before a print, and stays so. Give the element its height beforehand; it has `data-unseen` until then.
 * Without an IntersectionObserver it is true at once.
 */
export function useSeen(): { ref: RefCallback<Element>; isSeen: boolean } {
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    if (isSeen) return undefined;
    const see = () => setSeen(true);
    const timer = setTimeout(see, UNSEEN_MS);
    // A browser does not wait for what a print fetches; the next print has it.
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

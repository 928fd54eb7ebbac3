import { type RefCallback, useCallback, useState } from 'react';

/**
 * For what stands below the first screenful: `isSeen` becomes true when the element with `ref` comes into view, and
 * stays so. Give the element its height beforehand. Without an IntersectionObserver it is true at once.
 */
export function useSeen(): { ref: RefCallback<Element>; isSeen: boolean } {
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null || isSeen) return undefined;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isSeen],
  );
  return { ref, isSeen };
}

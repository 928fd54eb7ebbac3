/** Colours of the canvas, read from the theme: a canvas knows no tokens. */
export interface GraphPalette {
  /** One per company: categories, which are no status. */
  series: readonly string[];
  surface: string;
  ink: string;
  line: string;
  high: string;
  medium: string;
  low: string;
  font: string;
}

export function readPalette(element: Element): GraphPalette {
  const style = getComputedStyle(element);
  const color = (token: string) => style.getPropertyValue(`--pv-colors-${token}`).trim();
  return {
    series: Array.from({ length: 5 }, (_, step) => color(`category-${step + 1}`)),
    surface: color('surface'),
    ink: color('ink'),
    line: color('line-strong'),
    high: color('success'),
    medium: color('warning'),
    low: color('error'),
    font: style.fontFamily,
  };
}

/**
 * Calls back with the element's palette when the reader switches between light and dark. An element that has left the
 * page has no colours, and its effect's end may come later. @returns how to stop
 */
export function followPalette(element: Element, onChange: (palette: GraphPalette) => void): () => void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) onChange(readPalette(element));
  });
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

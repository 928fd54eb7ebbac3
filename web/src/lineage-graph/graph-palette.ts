/** Colours of the canvas, read from the theme: a canvas cannot use tokens. */
export interface GraphPalette {
  /** One category colour per company. */
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
 * Calls back with the element's palette when the user switches between light and dark. Ignores an element that was
 * removed from the page: it has no colours.
 * @returns a function that stops it
 */
export function followPalette(element: Element, onChange: (palette: GraphPalette) => void): () => void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) onChange(readPalette(element));
  });
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

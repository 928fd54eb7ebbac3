/** Colours of the canvas, read from the theme: a canvas knows no tokens. */
export interface GraphPalette {
  /** One per company, in the order of the look's charts. */
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
    series: ['accent', 'success', 'warning', 'info', 'error'].map(color),
    surface: color('surface'),
    ink: color('ink'),
    line: color('line-strong'),
    high: color('success'),
    medium: color('warning'),
    low: color('error'),
    font: style.fontFamily,
  };
}

/** Calls back when the reader switches between light and dark. @returns how to stop */
export function followPalette(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

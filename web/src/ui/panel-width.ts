const KEY = 'panelWidth';

/** Widths of a side panel, px. */
export const panelWidths = { least: 320, most: 760, first: 400 } as const;
const STEP = 20;

export const boundedWidth = (width: number): number =>
  Math.round(Math.min(panelWidths.most, Math.max(panelWidths.least, width)));

/** The stored width of this browser, else the default. */
export function readPanelWidth(): number {
  const kept = Number(localStorage.getItem(KEY) ?? Number.NaN);
  return Number.isFinite(kept) ? boundedWidth(kept) : panelWidths.first;
}

export const keepPanelWidth = (width: number): void => localStorage.setItem(KEY, String(width));

/** New panel width after a key at the separator; undefined for other keys. */
export function widthByKey(key: string, width: number): number | undefined {
  const to = {
    ArrowLeft: width + STEP,
    ArrowRight: width - STEP,
    Home: panelWidths.least,
    End: panelWidths.most,
    Enter: panelWidths.first,
  }[key];
  return to === undefined ? undefined : boundedWidth(to);
}

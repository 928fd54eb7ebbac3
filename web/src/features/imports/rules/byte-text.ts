const units = ['B', 'kB', 'MB', 'GB'] as const;

/** 1_536_000 → '1.5 MB' (powers of 1,000). */
export function byteText(bytes: number, decimal: (value: number, digits: number) => string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${decimal(bytes / 1000 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}

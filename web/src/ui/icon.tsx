import type { LucideIcon } from 'lucide-react';

/** A lucide icon with the product's stroke width. It is decorative: adjacent text carries the meaning. */
export function Icon({ as: Glyph, size = 16 }: { as: LucideIcon; size?: 12 | 14 | 16 | 20 | 24 }) {
  return <Glyph size={size} strokeWidth={1.75} aria-hidden="true" style={{ flexShrink: 0 }} />;
}

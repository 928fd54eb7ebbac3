import createCache from '@emotion/cache';
import { StyleSheet } from '@emotion/sheet';

/**
 * Starts a new style sheet with the first at-rule of each frame. When an at-rule such as `@media` is added to a sheet,
 * Chromium restyles every element that any rule of that sheet matches: the whole screen for its first menu or dialog.
 * The order of the rules does not change.
 */
class SheetPerFrame extends StyleSheet {
  private isNew = false;

  override insert(rule: string): void {
    if (rule.startsWith('@') && !this.isNew) {
      // Emotion starts a new sheet when this counter is a multiple of the maximum number of rules per sheet.
      this.ctr = 0;
      this.isNew = true;
      requestAnimationFrame(() => {
        this.isNew = false;
      });
    }
    super.insert(rule);
  }
}

/** Emotion's style cache with one sheet per frame, for ChakraProvider. */
export function newStyleCache() {
  const cache = createCache({ key: 'css' });
  // `speedy` in development and tests too; otherwise each rule there gets a separate element.
  cache.sheet = new SheetPerFrame({ key: cache.key, container: cache.sheet.container, speedy: true });
  return cache;
}

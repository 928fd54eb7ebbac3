import createCache from '@emotion/cache';
import { StyleSheet } from '@emotion/sheet';

/**
 * Starts a new sheet with the first at-rule of each frame. Chromium takes a rule such as `@media` that is added to a
 * sheet for a change of the whole sheet, and restyles every element that one of its rules matches: all of a screen for
 * the first menu or dialog on it. The order of the rules stays.
 */
class SheetPerFrame extends StyleSheet {
  private isNew = false;

  override insert(rule: string): void {
    if (rule.startsWith('@') && !this.isNew) {
      // A multiple of the limit of rules per sheet starts the next one.
      this.ctr = 0;
      this.isNew = true;
      requestAnimationFrame(() => {
        this.isNew = false;
      });
    }
    super.insert(rule);
  }
}

/** Emotion's cache of styles, which ChakraProvider's components use, with one sheet per frame. */
export function newStyleCache() {
  const cache = createCache({ key: 'css' });
  // Speedy in development and tests too: otherwise each rule there has a separate element.
  cache.sheet = new SheetPerFrame({ key: cache.key, container: cache.sheet.container, speedy: true });
  return cache;
}

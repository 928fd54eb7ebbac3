import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';

// What jsdom lacks and the parts ask for. A wide light screen unless a test says otherwise.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

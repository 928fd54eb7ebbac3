import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { removeToasts } from '../ui/notify.tsx';

// On a busy machine a result can be late.
configure({ asyncUtilTimeout: 60_000 });

// Stubs of browser APIs that jsdom lacks.
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
// In jsdom a document has the focus only after an element had it.
document.hasFocus = () => true;

// A frame requested under fake timers would stop jsdom's frames for all later files.
globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 16));
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);

// A warning of React fails the test. A test that expects one spies on console.error.
const complaints: string[] = [];
const complain = (...parts: unknown[]) => complaints.push(format(...parts));

beforeAll(startI18n);
beforeEach(() => {
  // By default a wide, light screen.
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
  vi.spyOn(console, 'error').mockImplementation(complain);
  vi.spyOn(console, 'warn').mockImplementation(complain);
});
afterEach(() => {
  cleanup();
  // A toast of the next test would wait for a secret of this one.
  removeToasts();
  // A key event stops `keepFocus`, which would otherwise act in the next test.
  window.dispatchEvent(new Event('keydown'));
  // Test files share a process: removes stubs and stored values.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints.splice(0)).toEqual([]);
});
// Also unloads modules that another file's mocks have changed. Modules of node_modules, most of the load time, stay.
afterAll(() => void vi.resetModules());

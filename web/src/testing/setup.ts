import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { removeToasts } from '../ui/toaster.tsx';

// What a test waits for comes late on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// What jsdom lacks and the parts ask for.
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
// In jsdom a document has the focus only once an element had it.
document.hasFocus = () => true;

// jsdom's own frames stop for all later files when one is requested while a test has fake timers.
globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 16));
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);

// What React warns of is a fault. A test that provokes a complaint puts its own spy on console.error.
const complaints: string[] = [];
const complain = (...parts: unknown[]) => complaints.push(format(...parts));

beforeAll(startI18n);
beforeEach(() => {
  // A wide light screen unless a test says otherwise.
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
  // A toast of the next test would wait up to ten seconds for a secret of this one.
  removeToasts();
  // What keeps the focus after a dialog does so until the next key, here also in the next file.
  window.dispatchEvent(new Event('keydown'));
  // Files share a process: none finds what another has stubbed or stored.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints.splice(0)).toEqual([]);
});
// Nor a module as another file's mocks have made it; what comes of node_modules stays loaded, and is most of it.
afterAll(() => void vi.resetModules());

import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSeen } from './use-seen.ts';

function Part() {
  const { ref, isSeen } = useSeen();
  return <p ref={ref}>{isSeen ? 'asked' : 'waits'}</p>;
}

/** Observers that still observe something. */
const observing = new Map<object, (isIntersecting: boolean) => void>();

class ScriptedObserver {
  readonly #onChange: (entries: ReadonlyArray<{ isIntersecting: boolean }>) => void;
  constructor(onChange: (entries: ReadonlyArray<{ isIntersecting: boolean }>) => void) {
    this.#onChange = onChange;
  }
  observe(): void {
    observing.set(this, (isIntersecting) => this.#onChange([{ isIntersecting }]));
  }
  disconnect(): void {
    observing.delete(this);
  }
}

const scroll = (isIntersecting: boolean) =>
  act(() => {
    for (const tell of observing.values()) tell(isIntersecting);
  });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  observing.clear();
});

it('waits until the element comes into view, and stays seen', () => {
  vi.stubGlobal('IntersectionObserver', ScriptedObserver);
  render(<Part />);
  scroll(false);
  expect(screen.getByText('waits').hasAttribute('data-unseen')).toBe(true);
  scroll(true);
  expect(screen.getByText('asked').hasAttribute('data-unseen')).toBe(false);
  expect(observing.size).toBe(0);
});

it('is seen before a print', () => {
  vi.stubGlobal('IntersectionObserver', ScriptedObserver);
  render(<Part />);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('asked')).toBeTruthy();
});

it('is seen after five seconds, so that a print and a search find it', () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', ScriptedObserver);
  render(<Part />);
  act(() => vi.advanceTimersByTime(4900));
  expect(screen.getByText('waits')).toBeTruthy();
  act(() => vi.advanceTimersByTime(200));
  expect(screen.getByText('asked')).toBeTruthy();
  expect(vi.getTimerCount()).toBe(0);
});

it('observes nothing after the element is gone', () => {
  vi.stubGlobal('IntersectionObserver', ScriptedObserver);
  const { unmount } = render(<Part />);
  expect(observing.size).toBe(1);
  unmount();
  expect(observing.size).toBe(0);
});

it('is seen at once in a browser without IntersectionObserver', () => {
  render(<Part />);
  expect(screen.getByText('asked')).toBeTruthy();
});

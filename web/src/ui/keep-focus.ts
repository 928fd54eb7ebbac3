let stopLast = (): void => {};

/**
 * After a dialog has closed: focuses the element that `find` returns whenever the focused element is removed, until the
 * next key or pointer event. A row with the focused button may be removed, and a dialog that closes in its first frame
 * restores no focus.
 */
export function keepFocus(find: () => HTMLElement | null): void {
  stopLast();
  const restore = () => {
    const { activeElement: active, body } = document;
    if (active === null || active === body) find()?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  const frame = requestAnimationFrame(restore);
  const stop = () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    for (const event of ['keydown', 'pointerdown']) removeEventListener(event, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, true);
  stopLast = stop;
}

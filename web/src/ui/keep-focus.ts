let stopLast = (): void => {};

/**
 * After a dialog has closed: gives the focus to what `find` names whenever an element goes that has it, until the next
 * key or pointer. A row may go with the button that got the focus back, and a dialog that closes in its first frame
 * gives nothing back.
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

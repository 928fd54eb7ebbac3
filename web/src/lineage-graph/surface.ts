import type { Pen } from './pen.ts';
import type { Size } from './view.ts';

/** A canvas that fills its element. */
export interface Surface {
  /** CSS px. */
  size(): Size;
  /** Draws with the next frame of the display; many calls before it draw once. */
  request(): void;
  /** Draws at once: a canvas that changed its size is empty. */
  drawNow(): void;
  /** Later requests draw nothing: timers of a gesture outlive the graph. */
  destroy(): void;
}

/** @param draw gets the size in CSS px and the number of canvas pixels per CSS px */
export function surfaceOf(
  canvas: HTMLCanvasElement,
  draw: (context: Pen, size: Size, ratio: number) => void,
): Surface {
  const context = canvas.getContext('2d');
  let frame = 0;
  let isDestroyed = false;
  const size = () => ({ width: canvas.clientWidth, height: canvas.clientHeight });
  const drawNow = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!context || isDestroyed) return;
    const { width, height } = size();
    const ratio = window.devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    draw(context, { width, height }, ratio);
  };
  return {
    size,
    drawNow,
    request: () => {
      if (!isDestroyed) frame ||= requestAnimationFrame(drawNow);
    },
    destroy: () => {
      isDestroyed = true;
      cancelAnimationFrame(frame);
    },
  };
}

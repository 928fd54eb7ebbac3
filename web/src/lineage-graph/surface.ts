import type { Pen } from './pen.ts';
import type { Size } from './view.ts';

/** A canvas that fills its element. */
export interface Surface {
  /** CSS px. */
  size(): Size;
  /** Draws in the next animation frame; several calls before it draw once. */
  request(): void;
  /** Draws at once: a canvas is empty after a change of size. */
  drawNow(): void;
  /** Afterwards requests draw nothing: timers of a gesture can fire after the graph was destroyed. */
  destroy(): void;
}

/** @param draw gets the size in CSS px, and the canvas pixels per CSS px */
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

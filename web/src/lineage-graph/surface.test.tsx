import { beforeEach, describe, expect, it, vi } from 'vitest';
import { surfaceOf } from './surface.ts';
import { recordingPen } from './testing/recording-pen.ts';

const nextFrame = () => new Promise(requestAnimationFrame);

// jsdom has no canvas.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => recordingPen().pen as never);
});

function surface() {
  const draw = vi.fn();
  return { draw, surface: surfaceOf(document.createElement('canvas'), draw) };
}

describe('a surface', () => {
  it('draws once for all requests of a frame, or synchronously on request', async () => {
    const { draw, surface: one } = surface();
    one.request();
    one.request();
    expect(draw).not.toHaveBeenCalled();
    await nextFrame();
    expect(draw).toHaveBeenCalledOnce();
    one.drawNow();
    expect(draw).toHaveBeenCalledTimes(2);
  });
});

import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { system } from '../theme/system.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { recordingPen } from './testing/recording-pen.ts';
import { sampleModel } from './testing/sample-model.ts';

const WIDTH = 800;
const HEIGHT = 400;
let record: ReturnType<typeof recordingPen>;
let resize = () => {};

// jsdom has no canvas and no layout.
beforeEach(() => {
  record = recordingPen();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => record.pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
  vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});

const model = sampleModel(3);
const [onSelectEntry, onSelectPerson] = [vi.fn(), vi.fn()];
const graph = (selectedEntry?: number) => (
  <ChakraProvider value={system}>
    <GraphCanvas
      model={model}
      selectedEntry={selectedEntry}
      label="2 relationships"
      onSelectEntry={onSelectEntry}
      onSelectPerson={onSelectPerson}
    />
  </ChakraProvider>
);

/** Renders and waits for the first drawing. */
async function drawn(selectedEntry?: number) {
  for (const handler of [onSelectEntry, onSelectPerson]) handler.mockClear();
  const view = render(graph(selectedEntry));
  await waitFor(() => expect(record.names()).toHaveLength(6));
  return { ...view, canvas: screen.getByRole('img', { name: '2 relationships' }) };
}

const nextFrame = () => new Promise(requestAnimationFrame);
const scale = () => record.transform()?.[0] ?? 0;

/** Screen position of an item that calls `opens`, found by clicking at every third pixel. */
function pointAt(canvas: HTMLElement, opens: typeof onSelectEntry) {
  for (let y = 1; y < HEIGHT; y += 3)
    for (let x = 1; x < WIDTH; x += 3) {
      fireEvent.click(canvas, { clientX: x, clientY: y });
      if (opens.mock.calls.length === 0) continue;
      const [id] = opens.mock.calls[0] ?? [];
      for (const handler of [onSelectEntry, onSelectPerson]) handler.mockClear();
      return { clientX: x, clientY: y, id: Number(id) };
    }
  throw new Error('No pixel of the canvas opens an item');
}

/** Sets `view`, which jsdom does not accept in the constructor of an event. */
function press(target: Node, type: string, at: MouseEventInit) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...at });
  fireEvent(target, Object.defineProperty(event, 'view', { value: window }));
}

describe('GraphCanvas', () => {
  it('is an image with a name, and has buttons that zoom around its centre', async () => {
    await drawn();
    const [before, middle] = [scale(), () => (WIDTH / 2 - (record.transform()?.[4] ?? 0)) / scale()];
    const center = middle();
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    await nextFrame();
    expect(scale()).toBeCloseTo(before * 1.35);
    expect(middle()).toBeCloseTo(center);
    fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    await nextFrame();
    expect(scale()).toBeCloseTo(before / 1.35);
    fireEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    await nextFrame();
    expect(scale()).toBeCloseTo(before);
  });

  it('opens only the clicked person or line', async () => {
    const { canvas } = await drawn();
    const person = pointAt(canvas, onSelectPerson);
    const line = pointAt(canvas, onSelectEntry);
    expect([1, 2, 3]).toContain(person.id);
    expect([1, 2]).toContain(line.id);
    fireEvent.click(canvas, { clientX: 1, clientY: 1 });
    expect(onSelectPerson).not.toHaveBeenCalled();
    expect(onSelectEntry).not.toHaveBeenCalled();
  });

  it('shows what is near the pointer until it leaves', async () => {
    const { canvas } = await drawn();
    const { id: _, ...line } = pointAt(canvas, onSelectEntry);
    const faded = () => record.strokes().filter(({ opacity }) => opacity === 0.12).length;
    fireEvent.pointerMove(canvas, { ...line, pointerType: 'mouse' });
    await nextFrame();
    expect(canvas.style.cursor).toBe('pointer');
    expect(faded()).toBeGreaterThan(0);
    fireEvent.pointerLeave(canvas);
    await nextFrame();
    expect(canvas.style.cursor).toBe('');
    expect(faded()).toBe(0);
  });

  it('highlights the selected pair, also after a change', async () => {
    const { rerender } = await drawn(1);
    const wide = () =>
      record.strokes().flatMap(({ call, width }) => (call === 'stroke' && width === 5 ? [1] : []));
    await waitFor(() => expect(wide()).toHaveLength(1));
    rerender(graph());
    await waitFor(() => expect(wide()).toHaveLength(0));
  });

  it('leaves the wheel to the page, and zooms at the pointer by the wheel with Ctrl', async () => {
    const { canvas } = await drawn();
    const before = scale();
    const wheel = { deltaY: -100, clientX: 400, clientY: 200, cancelable: true };
    expect(fireEvent.wheel(canvas, wheel)).toBe(true);
    await nextFrame();
    expect(scale()).toBe(before);
    expect(fireEvent.wheel(canvas, { ...wheel, ctrlKey: true })).toBe(false);
    await nextFrame();
    expect(scale()).toBeCloseTo(before * Math.SQRT2);
  });

  it('moves by dragging the background, and moves a person by dragging that person', async () => {
    const { canvas } = await drawn();
    const { id, ...person } = pointAt(canvas, onSelectPerson);
    const drag = async (from: { clientX: number; clientY: number }) => {
      const to = { clientX: from.clientX + 40, clientY: from.clientY + 20 };
      press(canvas, 'mousedown', from);
      press(document, 'mousemove', to);
      press(document, 'mouseup', to);
      await nextFrame();
      return to;
    };
    const place = () => record.transform()?.slice(4).map(Math.round) ?? [];
    const [x = 0, y = 0] = place();
    await drag({ clientX: 1, clientY: 1 });
    expect(place()).toEqual([x + 40, y + 20]);
    const ground = record.transform();
    const there = await drag({ clientX: person.clientX + 40, clientY: person.clientY + 20 });
    expect(record.transform()).toEqual(ground);
    expect(onSelectPerson).not.toHaveBeenCalled();
    fireEvent.click(canvas, there);
    expect(onSelectPerson).toHaveBeenCalledWith(id);
  });

  it('fits everything into the view when its size changes', async () => {
    await drawn();
    const before = scale();
    vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT / 2);
    resize();
    expect(scale()).toBeLessThan(before);
  });

  it('draws nothing after it was removed, for an earlier request or a later size', async () => {
    const { unmount } = await drawn();
    const clear = vi.spyOn(record.pen, 'clearRect');
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    unmount();
    resize();
    await nextFrame();
    expect(clear).not.toHaveBeenCalled();
  });
});

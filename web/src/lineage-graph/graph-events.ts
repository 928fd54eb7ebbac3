import { pointer } from 'd3-selection';
import type { Hit } from './hit-test.ts';
import type { Point } from './hub-layout.ts';

export interface GraphHandlers {
  /** A line between two people was clicked. */
  onSelectEntry: (id: number) => void;
  onSelectPerson: (id: number) => void;
}

interface Listening {
  /** What is at a point of the canvas. */
  hitAt: (point: Point, isTouch: boolean) => Hit | undefined;
  onPoint: (hit: Hit | undefined) => void;
  handlers: () => GraphHandlers;
}

/** Pointing at a node or line shows what is near it; a click opens a line or a person. @returns how to stop */
export function listenToGraph(
  canvas: HTMLCanvasElement,
  { hitAt, onPoint, handlers }: Listening,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const hitOf = (event: MouseEvent) => {
    const [x, y] = pointer(event, canvas);
    return hitAt({ x, y }, 'pointerType' in event && event.pointerType === 'touch');
  };
  const point = (hit: Hit | undefined) => {
    canvas.style.cursor = hit ? 'pointer' : '';
    onPoint(hit);
  };
  canvas.addEventListener(
    'pointermove',
    (event) => {
      // A finger points at nothing, and what is dragged stays lit.
      if (event.pointerType !== 'touch' && event.buttons === 0) point(hitOf(event));
    },
    { signal },
  );
  canvas.addEventListener('pointerleave', () => point(undefined), { signal });
  canvas.addEventListener(
    'click',
    (event) => {
      const hit = hitOf(event);
      if (!hit) return;
      if ('edge' in hit) {
        if (hit.edge.entryId !== null) handlers().onSelectEntry(hit.edge.entryId);
      } else if (hit.node.individualId !== undefined) handlers().onSelectPerson(hit.node.individualId);
    },
    { signal },
  );
  return () => {
    listening.abort();
    canvas.style.cursor = '';
  };
}

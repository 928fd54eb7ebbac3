import { pointer } from 'd3-selection';
import type { Hit } from './hit-test.ts';
import type { Point } from './hub-layout.ts';

export interface GraphHandlers {
  /** Called when a line between two people is clicked. */
  onSelectEntry: (id: number) => void;
  onSelectPerson: (id: number) => void;
}

interface Listening {
  /** The item at a point of the canvas. */
  hitAt: (point: Point, isTouch: boolean) => Hit | undefined;
  onPoint: (hit: Hit | undefined) => void;
  handlers: () => GraphHandlers;
}

/**
 * Hovering a node or line highlights its neighbours; a click opens a line or a person.
 * @returns a function that stops it
 */
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
      // Touch has no hover, and a dragged node stays highlighted.
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

import { useEffect, useRef, useState } from 'react';
import type { GraphHandlers } from './graph-events.ts';
import type { GraphModel } from './graph-model.ts';
import { followPalette } from './graph-palette.ts';
import { type DrawnGraph, newGraph } from './new-graph.ts';

interface GraphOptions extends GraphHandlers {
  model: GraphModel;
  selectedEntry: number | undefined;
}

/** Keeps a drawn graph in step with its model, the selection, the theme and its size. */
export function useGraph({ model, selectedEntry, onSelectEntry, onSelectPerson }: GraphOptions) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [graph, setGraph] = useState<DrawnGraph | null>(null);
  const handlers = useRef<GraphHandlers>({ onSelectEntry, onSelectPerson });
  useEffect(() => {
    handlers.current = { onSelectEntry, onSelectPerson };
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element?.isConnected) return;
    const drawn = newGraph(element, model, () => handlers.current);
    const stop = followPalette(element, drawn.recolor);
    // A panel that opens takes width from the graph: all of it stays in view.
    const resizing = new ResizeObserver(drawn.resize);
    resizing.observe(element);
    setGraph(drawn);
    return () => {
      stop();
      resizing.disconnect();
      setGraph(null);
      drawn.destroy();
    };
  }, [model]);

  useEffect(() => graph?.choose(selectedEntry), [graph, selectedEntry]);
  return { canvas, graph };
}

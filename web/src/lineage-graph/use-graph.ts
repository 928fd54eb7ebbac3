import type { Core } from 'cytoscape';
import { useEffect, useRef, useState } from 'react';
import { type GraphHandlers, listenToGraph } from './graph-events.ts';
import type { GraphModel } from './graph-model.ts';
import { followPalette } from './graph-palette.ts';
import { graphStyle } from './graph-style.ts';
import { newGraph, showAll } from './new-graph.ts';

interface GraphOptions extends GraphHandlers {
  model: GraphModel;
  selectedEntry: number | undefined;
}

/** Keeps a drawn graph in step with its model, the selection and the theme. */
export function useGraph({ model, selectedEntry, onSelectEntry, onSelectPerson }: GraphOptions) {
  const container = useRef<HTMLDivElement>(null);
  const [graph, setGraph] = useState<Core | null>(null);
  const handlers = useRef<GraphHandlers>({ onSelectEntry, onSelectPerson });
  useEffect(() => {
    handlers.current = { onSelectEntry, onSelectPerson };
  });

  useEffect(() => {
    const element = container.current;
    if (!element?.isConnected) return;
    const drawn = newGraph(element, model);
    listenToGraph(drawn, element, () => handlers.current);
    const stop = followPalette(element, (palette) => drawn.style(graphStyle(palette)));
    // A panel that opens takes width from the graph: all of it stays in view.
    const resizing = new ResizeObserver(() => {
      drawn.resize();
      showAll(drawn);
    });
    resizing.observe(element);
    setGraph(drawn);
    return () => {
      stop();
      resizing.disconnect();
      setGraph(null);
      drawn.destroy();
    };
  }, [model]);

  useEffect(() => {
    graph?.batch(() => {
      graph.elements('.chosen, .muted').removeClass('chosen muted');
      if (selectedEntry === undefined) return;
      const edge = graph.getElementById(`entry:${selectedEntry}`);
      if (edge.empty()) return;
      edge.union(edge.connectedNodes()).addClass('chosen');
      graph.edges().not('.chosen').addClass('muted');
    });
  }, [graph, selectedEntry]);
  return { container, graph };
}

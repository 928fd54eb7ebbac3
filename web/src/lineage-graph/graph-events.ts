import type { Core, EventObjectEdge, EventObjectNode } from 'cytoscape';

/** Up to this many elements the others fade while one is pointed at; more would cost frames. */
const FADES_TO = 600;

export interface GraphHandlers {
  /** An edge between two people was clicked. */
  onSelectEntry: (id: number) => void;
  onSelectPerson: (id: number) => void;
}

/** Hovering shows a node or edge with its neighbours alone; a click opens it. */
export function listenToGraph(graph: Core, container: HTMLElement, handlers: () => GraphHandlers): void {
  const fades = graph.elements().length <= FADES_TO;
  const light = (event: EventObjectNode | EventObjectEdge) => {
    const near = event.target.isNode()
      ? event.target.closedNeighborhood()
      : event.target.union(event.target.connectedNodes());
    container.style.cursor = 'pointer';
    graph.batch(() => {
      if (fades) graph.elements().not(near).addClass('faded');
      near.addClass('near');
    });
  };
  const dim = () => {
    container.style.cursor = '';
    graph.batch(() => graph.elements('.faded, .near').removeClass('faded near'));
  };
  graph.on('mouseover', 'node', light);
  graph.on('mouseover', 'edge', light);
  graph.on('mouseout', 'node, edge', dim);
  graph.on('tap', 'edge', (event: EventObjectEdge) => {
    const id: unknown = event.target.data('entryId');
    if (typeof id === 'number') handlers().onSelectEntry(id);
  });
  graph.on('tap', 'node.individual', (event: EventObjectNode) => {
    const id: unknown = event.target.data('individualId');
    if (typeof id === 'number') handlers().onSelectPerson(id);
  });
}

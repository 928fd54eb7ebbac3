import type { StylesheetJson } from 'cytoscape';
import type { GraphPalette } from './graph-palette.ts';

/** Widths and sizes in the graph's own units. */
export function graphStyle(palette: GraphPalette): StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        color: palette.ink,
        'font-family': palette.font,
        'text-valign': 'bottom',
        'text-margin-y': 5,
        'text-outline-color': palette.surface,
        'text-outline-width': 2,
        'min-zoomed-font-size': 7,
      },
    },
    ...palette.series.map((color, series) => ({
      selector: `node[series = ${series}]`,
      style: { 'border-color': color, 'background-color': color },
    })),
    {
      selector: 'node.company',
      style: {
        width: 'data(scale)',
        height: 'data(scale)',
        label: 'data(label)',
        'font-size': 'data(font)',
        'font-weight': 600,
        'z-index': 20,
      },
    },
    {
      selector: 'node.individual',
      style: {
        width: 10,
        height: 10,
        'background-color': palette.surface,
        'border-width': 2,
        'font-size': 11,
      },
    },
    ...edgeStyle(palette),
    ...STATES,
  ];
}

function edgeStyle(palette: GraphPalette): StylesheetJson {
  return [
    {
      selector: 'edge',
      style: { 'curve-style': 'haystack', width: 2, 'line-color': palette.high },
    },
    {
      selector: 'edge.membership',
      style: { width: 0.7, 'line-color': palette.line, opacity: 0.6, events: 'no' },
    },
    { selector: 'edge.medium', style: { width: 1.5, 'line-color': palette.medium } },
    { selector: 'edge.low', style: { width: 1.2, 'line-color': palette.low } },
    { selector: 'edge.pending', style: { 'line-style': 'dashed', 'line-dash-pattern': [4, 3] } },
  ];
}

/** What is named, chosen, near what is chosen, or aside of it: later rules win. */
const STATES: StylesheetJson = [
  { selector: 'node.individual.named', style: { label: 'data(label)' } },
  { selector: 'edge.muted', style: { opacity: 0.22 } },
  { selector: '.faded', style: { opacity: 0.12 } },
  { selector: 'node.individual.near', style: { label: 'data(label)', 'z-index': 30 } },
  { selector: 'edge.near', style: { width: 3, opacity: 1, 'z-index': 10 } },
  { selector: 'edge.membership.near', style: { width: 1.2 } },
  { selector: 'edge.chosen', style: { width: 5, opacity: 1, 'z-index': 15 } },
  {
    selector: 'node.individual.chosen',
    style: { width: 15, height: 15, label: 'data(label)', 'z-index': 30 },
  },
];

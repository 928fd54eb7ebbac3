import type { Panel, Row } from './panel.ts';

/** Grafana's grid has 24 columns. */
const COLUMNS = 24;
const HEIGHT = { stat: 4, timeseries: 8 } as const;
const WIDTH = { stat: 4, timeseries: 8 } as const;
const DATA_SOURCE = { type: 'prometheus', uid: '$datasource' };

/** The JSON model of a dashboard (schema version 41, Grafana 11.5 and later). */
export function dashboard(uid: string, title: string, rows: readonly Row[]): object {
  return {
    uid,
    title,
    tags: ['pii-vault'],
    schemaVersion: 41,
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    links: [
      { type: 'dashboards', title: 'PII Vault', tags: ['pii-vault'], asDropdown: true, keepTime: true },
    ],
    templating: {
      list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
    },
    panels: placed(rows),
  };
}

/** Panels from left to right, each row of the dashboard below its heading. */
function placed(rows: readonly Row[]): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: at(0, y, COLUMNS, 1),
    });
    y += 1;
    let x = 0;
    let lineHeight = 0;
    for (const panel of own) {
      const [width, height] = [WIDTH[panel.kind], HEIGHT[panel.kind]];
      if (x + width > COLUMNS) {
        x = 0;
        y += lineHeight;
        lineHeight = 0;
      }
      panels.push(panelModel(panel, panels.length + 1, at(x, y, width, height)));
      x += width;
      lineHeight = Math.max(lineHeight, height);
    }
    y += lineHeight;
  }
  return panels;
}

const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });

function panelModel(panel: Panel, id: number, gridPos: object): object {
  const { kind: type, title, description, unit, queries, steps } = panel;
  return {
    id,
    type,
    title,
    description,
    gridPos,
    datasource: DATA_SOURCE,
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATA_SOURCE,
      expr,
      legendFormat: legend,
    })),
    fieldConfig: {
      defaults: { unit, min: 0, ...(steps === undefined ? {} : thresholds(steps)) },
      overrides: [],
    },
    options:
      type === 'stat'
        ? { colorMode: 'background', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'] } }
        : { legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] } },
  };
}

function thresholds([warning, critical]: readonly [number, number]): object {
  const steps = [
    { color: 'green', value: null },
    { color: 'yellow', value: warning },
    { color: 'red', value: critical },
  ];
  return { color: { mode: 'thresholds' }, thresholds: { mode: 'absolute', steps } };
}

import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dashboardFiles, FOLDER } from './files.ts';
import { declaredMetrics, usedMetrics } from './metric-names.ts';

const RULES = new URL('../../../deploy/prometheus/rules/', import.meta.url);
const RUNBOOKS = new URL('../../../deploy/runbooks/', import.meta.url);

describe('dashboards of Grafana', () => {
  it.each(dashboardFiles)('%s equals the output of the generator', async (name, text) => {
    expect(await readFile(new URL(name, FOLDER), 'utf8')).toBe(text);
  });

  it('are all generated', async () => {
    expect((await readdir(FOLDER)).sort()).toEqual(dashboardFiles.map(([name]) => name).sort());
  });

  it('and alerts query only metrics that the product exports', async () => {
    const declared = await declaredMetrics();
    expect(declared.size).toBeGreaterThan(15);
    const texts = dashboardFiles.map(([, text]) => text);
    for (const file of await readdir(RULES)) texts.push(await readFile(new URL(file, RULES), 'utf8'));
    expect(usedMetrics(texts).filter((name) => !declared.has(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it('each have a runbook, and each runbook names its alerts', async () => {
    const rules = await readFile(new URL('alerts.yml', RULES), 'utf8');
    const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: ([\w.-]+)/g)];
    expect(alerts.length).toBe(rules.match(/- alert:/g)?.length);
    const named = new Set<string>();
    for (const [, alert = '', page = ''] of alerts) {
      expect(await readFile(new URL(page, RUNBOOKS), 'utf8')).toContain(alert);
      named.add(page);
    }
    expect((await readdir(RUNBOOKS)).sort()).toEqual([...named].sort());
  });
});

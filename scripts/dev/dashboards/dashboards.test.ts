import { glob, readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dashboardFiles, FOLDER } from './main.ts';

const RULES = new URL('../../../deploy/prometheus/rules/', import.meta.url);
const RUNBOOKS = new URL('../../../deploy/runbooks/', import.meta.url);
const ROOT = new URL('../../../', import.meta.url);
/** Written by `pii-vault backup --metrics`, for a textfile collector. */
const FROM_FILES = ['piivault_backup_last_success_timestamp_seconds'];

/** Metrics that code of the services and the gateway declares, with their prefix. */
async function declaredMetrics(): Promise<ReadonlySet<string>> {
  const names = new Set(FROM_FILES);
  for await (const file of glob('{services/*,gateway}/src/**/*.ts', { cwd: ROOT })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(new URL(file, ROOT), 'utf8');
    for (const [, name] of text.matchAll(/\b(?:counter|gauge|histogram)\(\s*'([a-z_0-9]+)'/g))
      names.add(`piivault_${name}`);
  }
  return names;
}

/** The product's metrics in PromQL or JSON, without histogram suffixes. Recording rules, with a colon, do not count. */
function usedMetrics(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => text.match(/(?<![\w:])piivault_[a-z0-9_]+(?![\w:])/g) ?? []);
  return [...new Set(found.map((name) => name.replace(/_(bucket|count|sum)$/, '')))]
    .map((name) => (name === 'piivault_db_client_connection' ? `${name}_count` : name))
    .sort();
}

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

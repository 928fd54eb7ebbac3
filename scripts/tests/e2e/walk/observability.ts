import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { DeployedVault } from '../../running-vault/deployed-vault.ts';
import { collectedSpans } from './collected-spans.ts';
import type { Walk } from './walk.ts';

const DASHBOARDS = join(import.meta.dirname, '../../../../deploy/grafana/dashboards');
/** Queries without data if nothing failed, or if no node_exporter reads the age of a backup. */
const MAY_BE_EMPTY =
  /status=~"5\.\."|code!~|piivault_backup_last_success_timestamp_seconds|piivault:http_errors/;

const panels = z.looseObject({
  panels: z.array(
    z.looseObject({
      title: z.string(),
      targets: z.array(z.looseObject({ expr: z.string() })).default([]),
    }),
  ),
});
const targets = z.object({
  data: z.object({
    activeTargets: z.array(z.looseObject({ scrapeUrl: z.string(), health: z.string() })),
  }),
});
const rules = z.object({
  data: z.object({
    groups: z.array(z.object({ rules: z.array(z.looseObject({ name: z.string(), health: z.string() })) })),
  }),
});
const result = z.object({ data: z.object({ result: z.array(z.unknown()) }) });

/** Checks what Prometheus and the collector hold about an earlier walk. */
export function observability(walk: Walk<DeployedVault>): void {
  const prometheus = prometheusOf(walk);
  targetsAndRules(prometheus);
  dashboards(prometheus);
  it('one trace goes from a request through RPC, SQL and Kafka to a consumer', async () => {
    await expect
      .poll(async () => {
        const spans = collectedSpans(await walk.vault.logs('collector'));
        return [...new Set(spans.map(({ trace }) => trace))].some((trace) => {
          const names = spans.filter((span) => span.trace === trace).map(({ name }) => name);
          const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
          return [/^POST \/api\//, /^piivault\./, /^(SELECT|INSERT|WITH|UPDATE)/, / process$/].every(has);
        });
      })
      .toBe(true);
  });
}

/** Reads Prometheus from the gateway's container, because its port is not published. */
function prometheusOf(walk: Walk<DeployedVault>) {
  async function all<T>(paths: readonly string[], schema: z.ZodType<T>): Promise<readonly T[]> {
    const urls = JSON.stringify(paths.map((path) => `http://prometheus:9090/api/v1/${path}`));
    const script = `console.log(JSON.stringify(await Promise.all(
      ${urls}.map(async (url) => (await fetch(url)).json()))))`;
    return z.array(schema).parse(JSON.parse(await walk.vault.evaluate('gateway', script)));
  }
  async function one<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const [answer] = await all([path], schema);
    if (answer === undefined) throw new Error(`Prometheus did not answer ${path}`);
    return answer;
  }

  return { all, one };
}
type Prometheus = ReturnType<typeof prometheusOf>;

function targetsAndRules({ one }: Prometheus): void {
  it('Prometheus reads every process and the collector', async () => {
    const unhealthy = async () =>
      (await one('targets', targets)).data.activeTargets
        .filter(({ health }) => health !== 'up')
        .map(({ scrapeUrl }) => scrapeUrl);
    await expect.poll(unhealthy).toEqual([]);
    expect((await one('targets', targets)).data.activeTargets).toHaveLength(9);
  });

  it('Prometheus has the recording rules and the alerts, and none fails', async () => {
    const found = (await one('rules', rules)).data.groups.flatMap((group) => group.rules);
    const names = found.map(({ name }) => name);
    const files = ['alerts.yml', 'recording.yml'].map((file) =>
      join(DASHBOARDS, '../../prometheus/rules', file),
    );
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const declared = texts.flatMap((text) => [...text.matchAll(/^\s*- (?:alert|record): (\S+)/gm)]);
    expect(names.toSorted()).toEqual(declared.map(([, name]) => name).toSorted());
    expect(found.filter(({ health }) => health === 'err')).toEqual([]);
  });
}

function dashboards({ all }: Prometheus): void {
  it.each(globSync('*.json', { cwd: DASHBOARDS }))(
    'every query of the dashboard %s returns data',
    async (file) => {
      const queries = panels
        .parse(JSON.parse(await readFile(join(DASHBOARDS, file), 'utf8')))
        .panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ title: panel.title, expr })))
        .filter(({ expr }) => !MAY_BE_EMPTY.test(expr));
      expect(queries.length).toBeGreaterThan(5);
      const paths = queries.map(({ expr }) => `query?query=${encodeURIComponent(expr)}`);
      // A rate needs two samples, 15 s apart.
      const empty = async () => {
        const answers = await all(paths, result);
        return queries.filter((_, at) => answers[at]?.data.result.length === 0).map(({ title }) => title);
      };
      await expect.poll(empty, { timeout: 60_000, interval: 5_000 }).toEqual([]);
    },
  );
}

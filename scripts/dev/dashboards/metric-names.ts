import { glob, readFile } from 'node:fs/promises';

const ROOT = new URL('../../../', import.meta.url);
/** Written by `pii-vault backup --metrics`, for a textfile collector. */
const FROM_FILES = ['piivault_backup_last_success_timestamp_seconds'];

/** Metrics that code of the services and the gateway declares, with their prefix. */
export async function declaredMetrics(): Promise<ReadonlySet<string>> {
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
export function usedMetrics(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => text.match(/(?<![\w:])piivault_[a-z0-9_]+(?![\w:])/g) ?? []);
  return [...new Set(found.map((name) => name.replace(/_(bucket|count|sum)$/, '')))]
    .map((name) => (name === 'piivault_db_client_connection' ? `${name}_count` : name))
    .sort();
}

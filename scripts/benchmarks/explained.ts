import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * Makes PostgreSQL log the plan of every statement (auto_explain). Closes existing connections, so that all are new.
 */
export async function explainStatements(client: pg.Client): Promise<void> {
  await client.query(`LOAD 'auto_explain'`);
  for (const [name, value] of SETTINGS) await client.query(`ALTER DATABASE postgres SET ${name} = ${value}`);
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

/** Reverts explainStatements, so that a kept vault logs no plans in the next run. */
export async function forgetSettings(client: pg.Client): Promise<void> {
  for (const [name] of SETTINGS) await client.query(`ALTER DATABASE postgres RESET ${name}`);
}

const SETTINGS = [
  ['session_preload_libraries', `'auto_explain'`],
  ['log_min_messages', 'log'],
  ['auto_explain.log_min_duration', '0'],
  ['auto_explain.log_analyze', 'on'],
  ['auto_explain.log_timing', 'off'],
  ['auto_explain.log_buffers', 'on'],
  ['auto_explain.log_nested_statements', 'on'],
] as const;

/** Reads the plans logged since the last call. */
export function planReader(dataDir: string): () => Promise<string[]> {
  let from = 0;
  return async () => {
    const text = await readFile(join(dataDir, 'postgres', 'log', 'postgres.log'), 'utf8');
    const fresh = text.slice(from);
    from = text.length;
    return fresh
      .split(/^.*duration: /m)
      .slice(1)
      .flatMap(planOf);
  };
}

/** Plan nodes that read a table, with its name; empty for statements that read none. */
function planOf(entry: string): string[] {
  const nodes = entry
    .split('\n')
    .filter((line) => / on \w+/.test(line) && /Scan/.test(line))
    .map((line) => line.replace(/^[\s>-]+/, '').replace(/ width=\d+/, ''));
  const duration = Number.parseFloat(entry);
  return nodes.length === 0 ? [] : [`${duration.toFixed(1)} ms: ${[...new Set(nodes)].join('; ')}`];
}

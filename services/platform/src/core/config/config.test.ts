import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ConfigError, defineConfig, loadConfig, secret } from './config.ts';

const schema = defineConfig('VAULT', {
  retentionFloorDays: z.coerce.number().int().min(1).default(365),
  apiKey: secret(),
});

describe('config', () => {
  it('treats an empty file name as absent', () => {
    const env = { VAULT_API_KEY_FILE: '', VAULT_API_KEY: 's3cret-value' };
    expect(loadConfig(schema, env).apiKey.reveal()).toBe('s3cret-value');
    expect(() => loadConfig(schema, { VAULT_API_KEY_FILE: '' })).toThrow('VAULT_API_KEY');
  });

  it('reads variables by prefix, defaults, and secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'key');
    writeFileSync(file, 's3cret-value\n');
    const config = loadConfig(schema, { VAULT_API_KEY_FILE: file });
    expect(config.retentionFloorDays).toBe(365);
    expect(config.apiKey.reveal()).toBe('s3cret-value');
  });

  it('reports conflicts between settings together with other problems', () => {
    const both = defineConfig(
      'STORE',
      { kind: z.enum(['file', 'token']), pin: z.string().optional(), size: z.coerce.number().int() },
      ({ kind, pin }, env) =>
        kind === 'token' && pin === undefined && env.STORE_KIND === 'token' ? ['STORE_PIN: is needed'] : [],
    );
    const load = (env: Record<string, string>) => () => loadConfig(both, env);
    expect(load({ STORE_KIND: 'file', STORE_SIZE: '1' })).not.toThrow();
    expect(load({ STORE_KIND: 'token', STORE_SIZE: '1.5' })).toThrow(/STORE_SIZE.*\n.*STORE_PIN: is needed/);
  });

  it('never prints a secret', () => {
    const { apiKey } = loadConfig(schema, { VAULT_API_KEY: 's3cret-value' });
    for (const printed of [inspect({ apiKey }), JSON.stringify({ apiKey }), `${apiKey}`])
      expect(printed).not.toContain('s3cret-value');
  });

  it('reports all problems at once and repeats no value', () => {
    try {
      loadConfig(schema, { VAULT_RETENTION_FLOOR_DAYS: 'zzz-bad' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect(String(error)).toContain('VAULT_RETENTION_FLOOR_DAYS');
      expect(String(error)).toContain('VAULT_API_KEY');
      expect(String(error)).not.toContain('zzz-bad');
    }
  });
});

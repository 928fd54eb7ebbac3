import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

const RENDERER_SHA256 = 'dcb027152bf20bf2f6dcd66e8f9fb073c1a9e274cf0b94b939a7d99ab8947060';
const documentSchema = z.object({
  tags: z.array(z.object({ name: z.string() })),
  'x-tagGroups': z.array(z.object({ tags: z.array(z.string()) })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        tags: z.tuple([z.string()]),
        'x-codeSamples': z.array(z.object({ label: z.string(), source: z.string() })),
      }),
    ),
  ),
});

let world: GatewayWorld;
let operations: { name: string; tag: string; samples: ReadonlyMap<string, string> }[];
let document: z.output<typeof documentSchema>;

beforeAll(async () => {
  world = await gatewayWorld();
  document = documentSchema.parse(await (await world.fetch('/api/openapi.json')).json());
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      tag: operation.tags[0],
      samples: new Map(operation['x-codeSamples'].map(({ label, source }) => [label, source])),
    })),
  );
});
afterAll(() => world.stop());

const sourcesOf = (label: string) => operations.map(({ samples }) => samples.get(label) ?? '');

describe('/api/docs', () => {
  it('renders the reference with a script from this origin, without inline code or other hosts', async () => {
    const answer = await world.fetch('/api/docs', { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
    const page = await answer.text();
    expect(page).not.toMatch(/<script[^>]*>[^<]|\son\w+=|https?:|url\(|@import/);
    const [, path = ''] = /<script src="([^"]+)"/.exec(page) ?? [];
    const script = await world.fetch(path);
    expect(script.status).toBe(200);
    expect(script.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await script.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(RENDERER_SHA256);
  });

  it('sends the script uncompressed to a client without gzip', async () => {
    const script = await world.fetch('/assets/scalar-1.76.0.js', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(script.headers.get('content-encoding')).toBeNull();
    const bytes = Buffer.from(await script.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(RENDERER_SHA256);
  });
});

describe('the reference', () => {
  it('has readable tags, each in one group and with calls', () => {
    const names = document.tags.map(({ name }) => name);
    expect(names.filter((name) => !/^[A-Z][\w' -]+$/.test(name))).toEqual([]);
    expect(document['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(names);
    expect([...new Set(operations.map(({ tag }) => tag))].sort()).toEqual([...names].sort());
  });

  it('has curl, JavaScript and Python for each call', () => {
    for (const { name, samples } of operations)
      expect([name, ...samples.keys()]).toEqual([name, 'curl', 'JavaScript', 'Python']);
  });

  it('has JavaScript that makes its call', async () => {
    for (const { name, samples } of operations) {
      const called: string[] = [];
      const recorded = async (url: string, { method, body }: RequestInit) => {
        if (String(body).startsWith('{')) JSON.parse(String(body));
        called.push(`${method} ${url.split('?')[0]}`);
        return Response.json({});
      };
      const source = (samples.get('JavaScript') ?? '').replace("(await import('node:fs/promises'))", 'disk');
      const run = new Function(
        'process',
        'console',
        'disk',
        'fetch',
        `return (async () => {\n${source}\n})();`,
      );
      const env = { PIIVAULT_URL: '/api', PIIVAULT_TOKEN: 'admin' };
      await run({ env }, { log: () => {} }, { writeFile: async () => {} }, recorded);
      const pattern = name.replace(' ', ' /api').replaceAll(/\{\w+\}/g, '[^/]+');
      expect(called, name).toEqual([expect.stringMatching(new RegExp(`^${pattern}$`))]);
    }
  });

  it('has curl commands that a shell parses as one call with its body', () => {
    // One shell runs all samples: each argument ends with NUL, each call with an empty argument.
    const script = `curl() { printf '%s\\0' "$@" ''; }\n${sourcesOf('curl').join('\n')}\n`;
    const env = { PATH: process.env.PATH, PIIVAULT_URL: 'http://h/api', PIIVAULT_TOKEN: 't' };
    const seen = execFileSync('sh', [], { input: script, env, encoding: 'utf8' });
    const calls = seen.split('\0\0').slice(0, -1);
    expect(calls).toHaveLength(operations.length);
    for (const [index, call] of calls.entries()) {
      const parts = call.split('\0');
      expect([operations[index]?.name, parts.some((part) => part.startsWith('http://h/api/'))]).toEqual([
        operations[index]?.name,
        true,
      ]);
      const data = parts.indexOf('--data-raw');
      if (data >= 0 && parts.includes('Content-Type: application/json'))
        expect(() => JSON.parse(parts[data + 1] ?? '')).not.toThrow();
    }
  });

  it('has Python that compiles', () => {
    const script = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "sample", "exec")';
    const input = JSON.stringify(sourcesOf('Python'));
    expect(() => execFileSync('python3', ['-c', script], { input, stdio: 'pipe' })).not.toThrow();
  });
});

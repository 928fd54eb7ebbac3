import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { render } from './render.ts';

const ROOT = new URL('../../../', import.meta.url);
const COMPONENT = 'app.kubernetes.io/component';
const NAME = 'app.kubernetes.io/name';

const policySchema = z.looseObject({
  podSelector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }),
  ingress: z
    .array(
      z.looseObject({
        from: z
          .array(
            z.looseObject({
              podSelector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }).optional(),
            }),
          )
          .optional(),
      }),
    )
    .default([]),
});

/** Pairs "caller -> called" for which the code opens a client, including the clients that platform opens. */
async function arrowsOfCode(): Promise<Set<string>> {
  const arrows = new Set<string>();
  for await (const file of glob('{services/*,gateway}/src/**/*.ts', { cwd: ROOT })) {
    const from = file.startsWith('gateway') ? 'gateway' : (file.split('/')[1] ?? '');
    if (file.endsWith('.test.ts') || from === 'all' || from === 'platform') continue;
    const text = await readFile(new URL(file, ROOT), 'utf8');
    for (const [, to] of text.matchAll(/[cC]lient\([^;]{0,120}?'(\w+)',?\s*\)/g))
      arrows.add(`${from} -> ${to}`);
  }
  const services = ['gateway', 'identity', 'tenancy', 'vault', 'lineage', 'audit', 'compliance'];
  // Every service verifies tokens with the keys of crypto.
  for (const from of services) arrows.add(`${from} -> crypto`);
  // These two call every service, for its backlog and for its dead letters.
  for (const from of ['audit', 'identity'])
    for (const to of services) if (to !== 'gateway' && to !== from) arrows.add(`${from} -> ${to}`);
  return arrows;
}

it('the network policies allow exactly the calls of the code', async () => {
  const manifests = await render('production');
  const allowed = new Set<string>();
  for (const { kind, metadata, spec } of manifests) {
    if (kind !== 'NetworkPolicy' || metadata.name === 'vault-web') continue;
    const policy = policySchema.parse(spec);
    const to = policy.podSelector.matchLabels[COMPONENT];
    for (const { from = [] } of policy.ingress)
      for (const { podSelector } of from)
        if (podSelector !== undefined && podSelector.matchLabels[NAME] !== 'pii-vault-test')
          allowed.add(`${podSelector.matchLabels[COMPONENT]} -> ${to}`);
  }
  const code = await arrowsOfCode();
  for (const arrow of ['crypto -> crypto']) code.delete(arrow);
  expect([...allowed].sort()).toEqual([...code].sort());
});

import { describe, expect, it } from 'vitest';
import { podsOf } from './pods.ts';
import { render } from './render.ts';

const EXAMPLES = ['production', 'evaluation'] as const;
/** Names of variables that hold a secret, unless they name a file. */
const SECRET = /(PASSWORD|SECRET|TOKEN|PIN|_KEY|REDIS_URL)$/;

describe.each(EXAMPLES)('the manifests of values-%s.yaml', async (example) => {
  const manifests = await render(example);
  const pods = podsOf(manifests);

  it('have pods', () => expect(pods.length).toBeGreaterThan(9));

  it.each(pods)('%s meets the restricted Pod Security standard', (_name, pod) => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const container of [...pod.containers, ...pod.initContainers])
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  // PostgreSQL refuses a group-writable data folder, and changing a large volume takes minutes.
  it.each(pods)('%s does not change the owner of its volumes at each start', (_name, pod) => {
    expect(pod.securityContext).toMatchObject({ fsGroupChangePolicy: 'OnRootMismatch' });
  });

  it.each(pods)('%s requests CPU and memory, and limits memory', (_name, pod) => {
    for (const { resources } of pod.containers) {
      expect(Object.keys(resources.requests).sort()).toEqual(['cpu', 'memory']);
      expect(resources.limits).toHaveProperty('memory');
    }
  });

  it.each(pods)('%s reads secrets from files and pins image versions', (_name, pod) => {
    for (const { env, image } of pod.containers) {
      expect(env.filter(({ name }) => SECRET.test(name))).toEqual([]);
      expect(image).toMatch(/(:[^:/]*\d[^:/]*|@sha256:[0-9a-f]{64})$/);
      expect(image).not.toMatch(/:latest$/);
    }
  });

  it('contain no Secret', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('name the peers of every outgoing connection but DNS', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const rules = policies.flatMap(
      ({ spec }) => (spec as { egress?: { to?: object[]; ports?: { port: number }[] }[] }).egress ?? [],
    );
    expect(rules.length).toBeGreaterThan(20);
    for (const { to, ports } of rules) {
      const isDns = ports?.every(({ port }) => port === 53) ?? false;
      expect(isDns || (to?.length ?? 0) > 0, JSON.stringify(ports)).toBe(true);
    }
  });

  it('have a network policy for each workload, and one that denies all traffic', () => {
    const policies = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ metadata }) => metadata.name);
    expect(policies).toContain('vault-default-deny');
    const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job', 'StatefulSet'].includes(kind));
    for (const { metadata } of workloads) expect(policies).toContain(metadata.name);
  });
});

describe('without the peers of a part', () => {
  it.each(['database', 'kafka', 'redis', 'smtp', 'telemetry', 'keyStore', 'auditStore', 'webhooks'])(
    'the chart is not rendered: %s',
    async (part) => {
      const peers = `${part}.networkPolicyPeers`;
      await expect(render('production', [`${peers}=[]`])).rejects.toThrow(`${peers}: name the addresses`);
      await render('production', [`${peers}=[]`, 'networkPolicies=false']);
    },
  );
});

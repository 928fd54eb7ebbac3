import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CHART, renderText } from './render.ts';

type Leaf = readonly [path: string, value: unknown];

/** Values that have an effect only with others, and those others. */
const TOGETHER_WITH: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^certificates\.certManager\.(duration|renewBefore|issuerRef)/, ['certificates.mode="certManager"']],
  [/^keyStore\.pkcs11/, ['keyStore.kind="pkcs11"', 'keyStore.pkcs11.library="/opt/hsm/lib.so"']],
  [/^operators\.cloudNativePg/, ['operators.cloudNativePg.enabled=true']],
  [/^operators\.strimzi/, ['operators.strimzi.enabled=true']],
  [/^operators\.redis\.enabled/, ['operators.redis.passwordSecret="redis"']],
  [/^operators\.redis/, ['operators.redis.enabled=true', 'operators.redis.passwordSecret="redis"']],
  [/^defaults\.persistence/, ['components.tenancy.persistence.enabled=true']],
  [/^httpRoute/, ['httpRoute.enabled=true', 'httpRoute.parentRefs=[{"name":"public"}]']],
  [/^defaults\.serviceAccount/, ['defaults.serviceAccount.name="shared"']],
  [/^operations\.serviceAccount/, ['operations.serviceAccount.name="shared"']],
  [/^auditStore/, ['auditStore.bucket="trail"', 'auditStore.networkPolicyPeers=[{}]']],
  [/^defaults\.autoscaling/, ['defaults.autoscaling.enabled=true']],
];
/** Changed values for paths whose change by type would be invalid or have no effect. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  environment: 'testing',
  'image.digest': `sha256:${'a'.repeat(64)}`,
  'image.webDigest': `sha256:${'b'.repeat(64)}`,
  'image.opsDigest': `sha256:${'c'.repeat(64)}`,
  'operations.backup.volume': { hostPath: { path: '/backups' } },
  'image.pullPolicy': 'Always',
  'certificates.mode': 'secret',
  'database.storage': 'own',
  'database.url': 'postgres://elsewhere:5432/other',
  origin: 'https://elsewhere.example.com',
  timeZone: 'Europe/Berlin',
  'keyStore.kind': 'local',
  'keyStore.kms.endpoint': 'https://kms.example.com',
  'securityContext.runAsUser': null,
  'securityContext.runAsGroup': null,
  'securityContext.fsGroup': null,
  'gatewayService.type': 'LoadBalancer',
  'telemetry.alertsExcept': ['BackupTooOld'],
  'defaults.affinity': { podAntiAffinity: {} },
  'defaults.topologySpreadConstraints': [
    { topologyKey: 'rack', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
  ],
  extraObjects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'further' } }],
  'auditStore.endpoint': 'https://objects.example.com',
  'defaults.persistence.accessMode': 'ReadWriteMany',
  'components.identity': { replicas: 7 },
  'components.tenancy': { replicas: 7 },
  'components.compliance': { replicas: 7 },
};

const valuesOf = async (file: string) => parse(await readFile(`${CHART}/${file}`, 'utf8')) as object;
const defaults = new Map(leavesOf(await valuesOf('values.yaml')));
/** Defaults merged with the values of the production example. */
const effective = new Map([...defaults, ...leavesOf(await valuesOf('values-production.yaml'))]);

function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** Another value of the same type. */
function changed([path, value]: Leaf): unknown {
  if (path in SETTINGS) return SETTINGS[path];
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value === 0.1 ? 0.2 : value + 1;
  if (Array.isArray(value))
    return path.match(/trustedProxies|scrapeFrom|hostnames|from$/) ? ['changed'] : [{ name: 'changed' }];
  if (typeof value === 'object') return { CHANGED: 'changed' };
  return 'changed';
}

describe('each value changes the rendered manifests', () => {
  const leaves = [...defaults.keys()]
    .filter((path) => !path.startsWith('evaluation.'))
    .map((path): Leaf => [path, effective.get(path)]);
  const unchanged = new Map<string, Promise<string>>();
  function rendered(sets: readonly string[]): Promise<string> {
    const key = sets.join();
    const known = unchanged.get(key) ?? renderText('production', sets);
    unchanged.set(key, known);
    return known;
  }
  it.each(leaves)('%s', async (...leaf) => {
    const isSwitch = leaf[0].endsWith('.enabled');
    const beside =
      isSwitch && !leaf[0].startsWith('operators.redis')
        ? []
        : (TOGETHER_WITH.find(([pattern]) => pattern.test(leaf[0]))?.[1] ?? []);
    const [before, after] = await Promise.all([
      rendered(beside),
      renderText('production', [...beside, `${leaf[0]}=${JSON.stringify(changed(leaf))}`]),
    ]);
    expect(after).not.toBe(before);
  });
});

it.each([
  ['an unknown key', 'componets={"vault":{}}'],
  ['an unknown component', 'components.valt={}'],
  ['text for a number', 'defaults.replicas="two"'],
  ['a login in the URL of the database', 'database.url="postgres://admin:secret@host/db"'],
  ['an unknown environment', 'environment="prod"'],
])('refuses %s', async (_what, set) => {
  await expect(renderText('production', [set])).rejects.toThrow(
    /values don't meet the specifications|not allowed/,
  );
});

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderText } from './render.ts';

const KUBERNETES = '1.35';
/** Messages about API groups of operators, whose schemas are not part of Kubernetes. */
const OPERATORS =
  /api version (cert-manager\.io|monitoring\.coreos\.com|postgresql\.cnpg\.io|kafka\.strimzi\.io|redis\.redis\.opstreelabs\.in)\//;

/** Messages of kubernetes-validate about objects with an unknown key, a wrong type or an unknown kind. */
async function invalidIn(manifests: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  const file = join(folder, 'manifests.yaml');
  await writeFile(file, manifests);
  const options = ['--strict', '--quiet', '--kubernetes-version', KUBERNETES, file];
  const { status, stdout, stderr } = spawnSync(
    process.env.KUBERNETES_VALIDATE ?? 'kubernetes-validate',
    options,
    { encoding: 'utf8' },
  );
  await rm(folder, { recursive: true });
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !OPERATORS.test(line));
  return status === 0 || lines.length > 0 ? lines : [`kubernetes-validate ended with ${status}`];
}

const HPAS = 'defaults.autoscaling.enabled=true';
const PARTS = [
  'operators.cloudNativePg.enabled=true',
  'operators.strimzi.enabled=true',
  'operators.redis.enabled=true',
  'operators.redis.passwordSecret="redis"',
];

const OPERATIONS = [
  'operations.enabled=true',
  'operations.backup.schedule="0 1 * * *"',
  'operations.backup.checkSchedule="0 3 * * 0"',
  'operations.backup.volume={"persistentVolumeClaim":{"claimName":"backups"}}',
];

const PLACED = [
  'commonLabels={"team":"privacy"}',
  'commonAnnotations={"example.com/owner":"privacy"}',
  'image.registry="registry.example.com:5000"',
  'securityContext={"runAsUser":null,"runAsGroup":null,"fsGroup":null}',
  'gatewayService={"type":"LoadBalancer","annotations":{"example.com/scheme":"internal"}}',
  'telemetry.dashboards=true',
  'telemetry.monitorLabels={"release":"prometheus"}',
  'telemetry.scrapeInterval="15s"',
  'extraObjects=[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"{{ .Release.Name }}-further"}}]',
  'defaults.podLabels={"mesh":"on"}',
  'defaults.affinity={"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"pool","operator":"In","values":["pii"]}]}]}}}',
  'defaults.topologySpreadConstraints=[{"topologyKey":"rack","maxSkew":1,"whenUnsatisfiable":"DoNotSchedule"}]',
  'defaults.tolerations=[{"key":"pii","operator":"Exists"}]',
  'defaults.volumes=[{"name":"further","emptyDir":{}}]',
  'defaults.volumeMounts=[{"name":"further","mountPath":"/further"}]',
  'defaults.probes.startup={"failureThreshold":600}',
  'defaults.disruptionBudget={"minAvailable":1,"maxUnavailable":null}',
  'components.vault.autoscaling={"enabled":true,"memory":80,"behavior":{"scaleUp":{"stabilizationWindowSeconds":30}}}',
  'components.crypto.serviceAccount={"create":false,"name":"vault-kms"}',
];

it.each([
  ['evaluation', []],
  ['production', []],
  ['production', [HPAS, 'certificates.mode="secret"']],
  ['production', PARTS],
  ['evaluation', OPERATIONS],
  ['production', PLACED],
] as const)('the manifests of %s with %j match the schemas of Kubernetes', async (example, sets) => {
  expect(await invalidIn(await renderText(example, sets))).toEqual([]);
});

it.each([
  ['an unknown key', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndta: {}\n'],
  ['an unknown kind', 'apiVersion: apps/v1\nkind: Deploymnt\nmetadata: { name: a }\n'],
])('finds %s', async (_what, manifest) => {
  expect(await invalidIn(manifest)).toHaveLength(1);
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const execute = promisify(execFile);
export const CHART = fileURLToPath(new URL('../../../charts/pii-vault', import.meta.url));

/** A Kubernetes object. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

/** API versions of operators, which the optional resources need. */
const CRDS = ['cert-manager.io/v1', 'monitoring.coreos.com/v1', 'postgresql.cnpg.io/v1'];

/** Output of `helm template`. @throws Error with helm's message */
export async function renderText(
  example: 'production' | 'evaluation',
  sets: readonly string[] = [],
): Promise<string> {
  // A helm built with `go build` assumes an old version of Kubernetes.
  const args = [
    'template',
    'vault',
    CHART,
    '--kube-version',
    '1.35.0',
    '-f',
    `${CHART}/values-${example}.yaml`,
  ];
  for (const api of CRDS) args.push('--api-versions', api);
  // JSON, because values may be lists or maps.
  for (const one of sets) args.push('--set-json', one);
  const { stdout } = await execute(process.env.HELM ?? 'helm', args, { maxBuffer: 32 * 1024 * 1024 });
  return stdout;
}

export async function render(
  example: 'production' | 'evaluation',
  sets: readonly string[] = [],
): Promise<readonly Manifest[]> {
  return parseAllDocuments(await renderText(example, sets)).flatMap((document) => {
    const value: unknown = document.toJS();
    return isManifest(value) ? [value] : [];
  });
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

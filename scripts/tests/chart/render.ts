import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const execute = promisify(execFile);
export const CHART = fileURLToPath(new URL('../../../charts/pii-vault', import.meta.url));

/** A Kubernetes object; its parts are read by path. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

/** API versions of the operators that the optional resources are for. */
const CRDS = ['cert-manager.io/v1', 'monitoring.coreos.com/v1', 'postgresql.cnpg.io/v1'];

/** What `helm template` prints. @throws with helm's own message */
export async function renderText(
  example: 'production' | 'evaluation',
  sets: readonly string[] = [],
): Promise<string> {
  // A helm that Go has built believes in an old Kubernetes.
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
  // As JSON, so that lists and maps can be given as well.
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

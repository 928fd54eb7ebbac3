import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DeployedVault } from './deployed-vault.ts';
import { forwardPort } from './forward-port.ts';

const execute = promisify(execFile);
const TESTS = resolve(import.meta.dirname, '..');
const NAMESPACE = 'pii-vault-e2e';
/**
 * Disables the setup code, which the end-to-end suite does not enter, lets a second person decide in the second of its
 * creation, and traces every request.
 */
const SETTINGS = [
  'components.identity.env.IDENTITY_SETUP_CODE_FILE=',
  'components.identity.env.IDENTITY_INDEPENDENCE_DAYS=0',
  'telemetry.otlpEndpoint=http://collector:4318',
  'telemetry.sampleRatio=1',
].flatMap((value) => ['--set', value]);
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

const COMPONENT = 'app.kubernetes.io/component';
const kubectl = async (...args: string[]) =>
  (await execute(resolve(TESTS, 'cluster/kubectl'), args, OPTIONS)).stdout;
const inNamespace = (...args: string[]) => kubectl('--namespace', NAMESPACE, ...args);

/** Installs the chart with its evaluation values in a namespace of KUBECONFIG's cluster. The images have to exist. */
export async function startKubernetesVault(): Promise<DeployedVault> {
  const entry = await forwardPort();
  const address = `http://127.0.0.1:${entry.port}`;
  const removeNamespace = () => kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found');
  const stop = async () => {
    await entry.close();
    await removeNamespace();
  };
  await removeNamespace();
  try {
    const settings = [...SETTINGS, '--set', `origin=${address}`];
    const { stdout } = await execute(resolve(TESTS, 'cluster/install'), [NAMESPACE, ...settings], OPTIONS);
    entry.to(new URL(stdout.trim()));
    await execute(resolve(TESTS, 'cluster/observe'), [NAMESPACE], OPTIONS);
    return { address, stop, containers, evaluate, logs };
  } catch (error) {
    const pods = await inNamespace('get', 'pods');
    await entry.close();
    throw new Error(`The chart did not become ready:\n${pods}`, { cause: error });
  }
}

async function containers(): Promise<readonly string[]> {
  const labels = `jsonpath={.items[*].metadata.labels.${COMPONENT.replaceAll('.', '\\.')}}`;
  return [...new Set((await inNamespace('get', 'pods', '--output', labels)).split(' '))];
}

const evaluate = (container: string, script: string) =>
  inNamespace('exec', `deployment/vault-${container}`, '--', 'node', '--input-type=module', '--eval', script);

const logs = (container: string) =>
  inNamespace('logs', '--selector', `${COMPONENT}=${container}`, '--tail=-1', '--max-log-requests=20');

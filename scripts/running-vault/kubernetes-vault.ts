import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RunningVault } from './vault-process.ts';

const execute = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '..');
const NAMESPACE = 'pii-vault-e2e';
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

/** Installs the chart with its evaluation values in a namespace of KUBECONFIG's cluster. The images have to exist. */
export async function startKubernetesVault(): Promise<RunningVault> {
  const kubectl = (...args: string[]) => execute(resolve(SCRIPTS, 'cluster/kubectl'), args, OPTIONS);
  const stop = async () => void (await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found'));
  await stop();
  try {
    // The end-to-end suite expects a vault that asks for no setup code.
    const noCode = ['--set', 'components.identity.env.IDENTITY_SETUP_CODE_FILE='];
    const { stdout } = await execute(resolve(SCRIPTS, 'cluster/install'), [NAMESPACE, ...noCode], OPTIONS);
    return { address: stdout.trim(), stop };
  } catch (error) {
    const { stdout } = await kubectl('get', 'pods', '--namespace', NAMESPACE);
    throw new Error(`The chart did not become ready:\n${stdout}`, { cause: error });
  }
}

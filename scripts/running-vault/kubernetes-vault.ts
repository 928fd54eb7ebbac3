import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RunningVault } from './vault-process.ts';

const execute = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '..');
const NAMESPACE = 'pii-vault-e2e';
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

/** The chart's evaluation in a namespace of the cluster of KUBECONFIG; the images have to be there. */
export async function startKubernetesVault(): Promise<RunningVault> {
  const kubectl = (...args: string[]) => execute(resolve(SCRIPTS, 'cluster/kubectl'), args, OPTIONS);
  const stop = async () => void (await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found'));
  await stop();
  try {
    // The walk's first visit is that of a vault which asks for no setup code.
    const noCode = ['--set', 'components.identity.env.IDENTITY_SETUP_CODE_FILE='];
    const { stdout } = await execute(resolve(SCRIPTS, 'cluster/install'), [NAMESPACE, ...noCode], OPTIONS);
    return { address: stdout.trim(), stop };
  } catch (error) {
    const { stdout } = await kubectl('get', 'pods', '--namespace', NAMESPACE);
    throw new Error(`The chart did not come up:\n${stdout}`, { cause: error });
  }
}

import type { RunningVault } from './vault-process.ts';

/** A vault whose processes run in containers, with a collector and a Prometheus. */
export interface DeployedVault extends RunningVault {
  /** Names of the components and parts; each has logs. */
  containers(): Promise<readonly string[]>;
  /** Runs an ES module in a running container, with its settings and keys. @returns what it prints */
  evaluate(container: string, script: string): Promise<string>;
  /** What a container, or each of several of that name, has written, without prefixes. */
  logs(container: string): Promise<string>;
}

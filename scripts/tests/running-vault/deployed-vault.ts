import type { RunningVault } from './vault-process.ts';

/** A vault whose processes run in containers, with a collector and a Prometheus. */
export interface DeployedVault extends RunningVault {
  /** Names of the components and parts; each has logs. */
  containers(): Promise<readonly string[]>;
  /** Runs an ES module in a running container, with its settings and keys. @returns what it prints */
  evaluate(container: string, script: string): Promise<string>;
  /** Logs of all containers with this name, without prefixes. */
  logs(container: string): Promise<string>;
}

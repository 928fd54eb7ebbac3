import { join } from 'node:path';
import type { Child } from './child-process.ts';
import type { ProcessPlan } from './process-env.ts';

const LOOK_MS = 100;
/** After this many exits before its first readiness a process is considered broken. */
const MAX_ENDS = 5;

/** Resolves when every process is ready. @throws Error with the name and log file of a process that does not start */
export async function waitUntilReady(
  plans: readonly ProcessPlan[],
  children: readonly Child[],
  logs: string,
): Promise<void> {
  for (const { side } of plans) {
    while (!(await isReady(side))) {
      const failing = children.find((child) => child.ended() >= MAX_ENDS);
      if (failing !== undefined)
        throw new Error(`${failing.name} does not start; see ${join(logs, `${failing.name}.log`)}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

function isReady(side: string): Promise<boolean> {
  return fetch(`${side}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

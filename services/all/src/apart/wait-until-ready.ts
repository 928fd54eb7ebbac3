import { join } from 'node:path';
import type { Child } from './child-process.ts';
import type { ProcessPlan } from './process-env.ts';

const LOOK_MS = 100;
/** A process that has ended this often before it was ever ready has a fault that waiting does not mend. */
const MAX_ENDS = 5;

/** Resolves when every process says that it is ready. @throws Error naming the one that cannot start, and its log */
export async function waitForAll(
  plans: readonly ProcessPlan[],
  children: readonly Child[],
  logs: string,
): Promise<void> {
  for (const { side } of plans) {
    while (!(await isReady(side))) {
      const failing = children.find((child) => child.ended() >= MAX_ENDS);
      if (failing !== undefined)
        throw new Error(`${failing.name} does not start; ${join(logs, `${failing.name}.log`)} says why`);
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

import { parentPort, workerData } from 'node:worker_threads';
import { fromLibrary } from './pkcs11-faults.ts';
import type { TokenAccess, TokenAnswer, TokenFault, TokenTask, TokenYield } from './pkcs11-protocol.ts';
import { finalize, openSession, type TokenSession } from './pkcs11-session.ts';
import { tokenTasks } from './pkcs11-tasks.ts';

/** A thread with one session of its own: PKCS#11 calls are synchronous, and no two run on one session. */
const access: TokenAccess = workerData;
const answer = (message: TokenAnswer) => parentPort?.postMessage(message);

try {
  const token = await openSession(access);
  const run = safely(token, () => tokenTasks(token));
  parentPort?.on('message', ({ task, ...todo }: TokenTask & { readonly task: number }) => {
    try {
      if (todo.does === 'close') {
        answer({ task, yields: {} });
        closeSession(token, todo.isLast);
        parentPort?.close();
      } else send(task, run(todo));
    } catch (error) {
      answer({ task, failed: faultOf(error) });
    }
  });
  answer({ task: 0, yields: {} });
} catch (error) {
  answer({ task: 0, failed: faultOf(error) });
  parentPort?.close();
}

/** What was yielded is copied on its way; the worker's own copy is overwritten. */
function send(task: number, yields: TokenYield): void {
  answer({ task, yields });
  yields.bytes?.fill(0);
}

function safely<T>(token: TokenSession, work: () => T): T {
  try {
    return work();
  } catch (error) {
    closeSession(token, true);
    throw error;
  }
}

function closeSession({ library, session }: TokenSession, isLast: boolean): void {
  try {
    library.C_CloseSession(session);
  } catch {
    // Gone with its token.
  }
  if (isLast) finalize(library);
}

function faultOf(thrown: unknown): TokenFault {
  const { fault, message } = fromLibrary(thrown);
  return { fault, message };
}

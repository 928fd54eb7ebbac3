import { parentPort, workerData } from 'node:worker_threads';
import { fromLibrary } from './pkcs11-faults.ts';
import type { TaskResult, TokenAccess, TokenAnswer, TokenFault, TokenTask } from './pkcs11-protocol.ts';
import { finalize, openSession, type TokenSession } from './pkcs11-session.ts';
import { tokenTasks } from './pkcs11-tasks.ts';

/** One session per thread: PKCS#11 calls are synchronous, and a session runs one call at a time. */
const access: TokenAccess = workerData;
const answer = (message: TokenAnswer) => parentPort?.postMessage(message);

try {
  const token = await openSession(access);
  const run = safely(token, () => tokenTasks(token));
  parentPort?.on('message', ({ task, ...todo }: TokenTask & { readonly task: number }) => {
    try {
      if (todo.kind === 'close') {
        answer({ task, result: {} });
        closeSession(token, todo.isLast);
        parentPort?.close();
      } else send(task, run(todo));
    } catch (error) {
      answer({ task, failed: faultOf(error) });
    }
  });
  answer({ task: 0, result: {} });
} catch (error) {
  answer({ task: 0, failed: faultOf(error) });
  parentPort?.close();
}

/** The result is copied to the main thread; the worker's copy is overwritten. */
function send(task: number, result: TaskResult): void {
  answer({ task, result });
  result.bytes?.fill(0);
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
    // The session ended with its token.
  }
  if (isLast) finalize(library);
}

function faultOf(thrown: unknown): TokenFault {
  const { fault, message } = fromLibrary(thrown);
  return { fault, message };
}

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Prompts a person at the terminal. */
export type Ask = (question: string, options?: { isSecret: boolean }) => Promise<string>;

/** Undefined without a terminal. Secret input is not echoed. */
export function terminal(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question, options) => {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const isSecret = options?.isSecret === true;
    if (isSecret) process.stdout.write(question);
    const output = isSecret ? silent : process.stdout;
    const lines = createInterface({ input: process.stdin, output, terminal: true });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
      if (isSecret) process.stdout.write('\n');
    }
  };
}

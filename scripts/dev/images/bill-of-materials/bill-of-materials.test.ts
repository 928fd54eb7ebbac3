import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IMAGES, imageBill, licenceList } from './bill.ts';
import { isAllowed, refusedLicences } from './licences.ts';
import { type Lock, lockedPackages } from './locked-packages.ts';
import { nodeComponent, systemComponents } from './system-packages.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['MIT and ISC', true],
    ['MIT and GPL-3.0-only', false],
    ['(MIT AND (GPL-2.0-only OR ISC)) OR AGPL-3.0-only', true],
    ['GPL-3.0-or-later WITH GCC-exception-3.1', true],
    ['GPL-3.0-or-later', false],
    ['SEE LICENSE IN licence.md', false],
  ])('%s may be shipped: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));

  it('that is missing or not on the list is reported with its component', () => {
    const components = [
      { name: 'good', version: '1.0.0', licenses: [{ license: { id: 'ISC' } }] },
      { name: '@x/copyleft', version: '2.0.0', licenses: [{ expression: 'AGPL-3.0-only' }] },
      { name: 'silent', version: '3.0.0' },
    ];
    expect(refusedLicences(components)).toEqual([
      '@x/copyleft 2.0.0: AGPL-3.0-only is not on the list',
      'silent 3.0.0: a missing licence is not on the list',
    ]);
  });
});

describe('the bill of an image', () => {
  const zod = { name: 'zod', version: '4.6.7', licenses: [{ license: { id: 'MIT' } }] };

  it('lists packages, Node and system libraries, each once', () => {
    const others = [nodeComponent('v24.21.0'), ...systemComponents('libc6 2.36-9\n')];
    const bill = imageBill('pii-vault-service', [zod, ...others, zod]);
    expect(bill.metadata.component.name).toBe('pii-vault-service');
    expect(licenceList(bill)).toBe('libc6 2.36-9 LGPL-2.1-or-later\nnode v24.21.0 MIT\nzod 4.6.7 MIT\n');
  });

  it('reports a system library without a recorded licence', () => {
    expect(refusedLicences(systemComponents('libnew1 1.0\n'))).toEqual([
      'libnew1 1.0: a missing licence is not on the list',
    ]);
  });
});

describe('the packages of workspaces', () => {
  const lock = {
    packages: {
      'services/a': { dependencies: { '@own/b': '1', x: '1' } },
      'node_modules/@own/b': { link: true, resolved: 'services/b' },
      'services/b': { dependencies: { y: '2' } },
      'services/b/node_modules/y': { version: '2.0.0', license: 'ISC' },
      'node_modules/x': { version: '1.0.0', peerDependencies: { y: '*', absent: '*' } },
      'node_modules/y': { version: '3.0.0', integrity: 'sha512-AAEC' },
      'node_modules/tool': { version: '1.0.0' },
    },
  } as const;

  it('are resolved like Node does, with peers and without packages that no workspace needs', () => {
    const names = lockedPackages(lock, ['services/a']).map(({ name, version }) => `${name} ${version}`);
    expect(names.toSorted()).toEqual(['x 1.0.0', 'y 2.0.0', 'y 3.0.0']);
    expect(lockedPackages(lock, ['services/a'])).toContainEqual({
      ...{ type: 'library', 'bom-ref': 'pkg:npm/y@3.0.0', name: 'y', version: '3.0.0' },
      ...{ purl: 'pkg:npm/y@3.0.0', hashes: [{ alg: 'SHA-512', content: '000102' }] },
    });
  });

  it('must be in the lock file', () => {
    expect(() => lockedPackages(lock, ['services/c'])).toThrow('services/c is not in the lock file');
  });

  it('have licences that may be shipped, in every image', async () => {
    const real: Lock = JSON.parse(await readFile(resolve(ROOT, 'package-lock.json'), 'utf8'));
    const shipped = Object.values(IMAGES).flatMap(({ workspaces }) => lockedPackages(real, workspaces));
    expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['pg', 'nodemailer', 'react']));
    expect(refusedLicences(shipped)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { type Bill, imageBill, licenceList } from './bill.ts';
import { isAllowed, refusedLicences } from './licences.ts';
import { nodeComponent, systemComponents } from './system-packages.ts';

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND (GPL-2.0-only OR ISC)) OR AGPL-3.0-only', true],
    ['GPL-3.0-or-later WITH GCC-exception-3.1', true],
    ['GPL-3.0-or-later', false],
    ['SEE LICENSE IN licence.md', false],
  ])('%s may be shipped: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));

  it('that is missing or not on the list is named with its component', () => {
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
  const npm: Bill = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'pii-vault' } },
    components: [
      { name: 'zod', version: '4.6.7', purl: 'pkg:npm/zod@4.6.7', licenses: [{ license: { id: 'MIT' } }] },
      { name: 'audit', version: '0.1.0', purl: 'pkg:npm/%40pii-vault/audit@0.1.0' },
    ],
  };

  it('holds packages, Node and system libraries, without the workspaces', () => {
    const bill = imageBill('pii-vault-service', npm, [
      nodeComponent('v24.21.0'),
      ...systemComponents('libc6 2.36-9\n'),
    ]);
    expect(bill.metadata.component.name).toBe('pii-vault-service');
    expect(licenceList(bill)).toBe('libc6 2.36-9 LGPL-2.1-or-later\nnode v24.21.0 MIT\nzod 4.6.7 MIT\n');
  });

  it('shows a system library whose licence has not been looked up', () => {
    expect(refusedLicences(systemComponents('libnew1 1.0\n'))).toEqual([
      'libnew1 1.0: a missing licence is not on the list',
    ]);
  });
});

import type { Component } from './licences.ts';

/** Licences of the Debian packages in the images, because dpkg does not record them. */
const LICENCES: Readonly<Record<string, string>> = {
  'gcc-12-base': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libatomic1: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libc6: 'LGPL-2.1-or-later',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libsofthsm2: 'BSD-2-Clause',
  'libsqlite3-0': 'blessing',
  libssl3: 'Apache-2.0',
  'libstdc++6': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  zlib1g: 'Zlib',
};

/** Components for the `name version` lines that deploy/containers/collect-root writes. */
export function systemComponents(lines: string): Component[] {
  return lines
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', version = ''] = line.split(' ');
      const licence = LICENCES[name];
      return {
        type: 'library',
        name,
        version,
        purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?distro=debian-12`,
        ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
      };
    });
}

/** Node, including its bundled libraries. */
export function nodeComponent(version: string): Component {
  const purl = `pkg:generic/node@${version.replace(/^v/, '')}`;
  return Object.assign(
    { type: 'platform', purl },
    { name: 'node', version, licenses: [{ license: { id: 'MIT' } }] },
  );
}

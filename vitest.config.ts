import { defineConfig } from 'vitest/config';
import { LongestFirst, MAX_PARALLEL_FILES } from './scripts/tests/runner/test-order.ts';

const NO_SOURCE = ['**/node_modules/**', '**/dist/**', 'proto/gen/**'];
const EVERYWHERE = [...NO_SOURCE, 'web/**'];
/** Limits end a test that hangs. On a busy machine, work takes ten times longer than on an idle one. */
const PATIENT = { testTimeout: 300_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };
/**
 * Node runs the code as it does in production, from its own compile cache: several times cheaper than code that is
 * rewritten for mocks, of which there are none here. Files share a process and what it has loaded; each has a database
 * and separate folders.
 */
const SHARED_PROCESS = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Tests of what helm renders; scripts/test-chart says where helm is. */
const CHART =
  process.env.HELM === undefined
    ? []
    : [
        {
          test: {
            name: 'chart',
            include: ['**/*.chart.test.ts'],
            exclude: EVERYWHERE,
            ...SHARED_PROCESS,
            ...PATIENT,
          },
        },
      ];
/** The end-to-end suite against containers or a cluster, which need Docker: `make e2e TARGET=…` alone asks for it. */
const DEPLOYED = ['compose', 'kubernetes']
  .filter((name) => process.env.E2E_TARGET === name)
  .map((name) => ({
    test: {
      name,
      include: [`**/*.${name}.test.ts`],
      exclude: EVERYWHERE,
      ...PATIENT,
      hookTimeout: 900_000,
      ...SHARED_PROCESS,
      maxWorkers: MAX_PARALLEL_FILES,
    },
  }));

/** Every screen in a browser takes minutes: `make e2e` alone asks for it. */
const BROWSER = {
  test: {
    name: 'browser',
    include: ['**/*.browser.test.ts'],
    exclude: EVERYWHERE,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    ...SHARED_PROCESS,
    maxWorkers: MAX_PARALLEL_FILES,
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      ...DEPLOYED,
      ...(process.env.E2E_TARGET === 'embedded' ? [BROWSER] : []),
      './web/vitest.config.ts',
      {
        test: {
          name: 'pure',
          include: [
            'services/*/src/**/*.test.ts',
            'gateway/**/*.test.ts',
            'scripts/**/*.test.ts',
            'web/{src,server}/**/*.test.ts',
          ],
          exclude: [
            ...NO_SOURCE,
            '**/*.web.test.ts',
            '**/*.int.test.ts',
            '**/*.parts.test.ts',
            '**/*.faults.test.ts',
            '**/*.chart.test.ts',
            '**/*.compose.test.ts',
            '**/*.kubernetes.test.ts',
            '**/*.browser.test.ts',
            'gateway/test/**',
          ],
          ...SHARED_PROCESS,
          maxWorkers: MAX_PARALLEL_FILES,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts', 'services/*/test/**/*.test.ts', 'gateway/test/**/*.test.ts'],
          exclude: [...EVERYWHERE, '**/*.parts.test.ts'],
          globalSetup: ['services/all/test/global-postgres.ts'],
          ...PATIENT,
          ...SHARED_PROCESS,
          maxWorkers: MAX_PARALLEL_FILES,
        },
      },
      {
        test: {
          // Against the real parts behind the ports: Kafka, Redis, a PKCS#11 token, a KMS. They are in
          // scripts/tests/test-services.
          name: 'parts',
          include: ['**/*.parts.test.ts'],
          exclude: EVERYWHERE,
          globalSetup: [
            'services/all/test/global-postgres.ts',
            'services/platform/src/testing/global-services.ts',
          ],
          ...PATIENT,
          ...SHARED_PROCESS,
          maxWorkers: MAX_PARALLEL_FILES,
        },
      },
      ...CHART,
      {
        test: {
          // A vault whose processes are killed and whose dependencies fail; it has separate dependencies and a separate
          // disk.
          name: 'faults',
          include: ['**/*.faults.test.ts'],
          exclude: EVERYWHERE,
          hookTimeout: 1_200_000,
          ...SHARED_PROCESS,
          maxWorkers: MAX_PARALLEL_FILES,
        },
      },
    ],
  },
});

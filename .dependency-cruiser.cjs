/** Who may import whom: the READMEs draw the picture, this file keeps it true. */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const serviceNames = ['identity', 'tenancy', 'vault', 'crypto', 'lineage', 'compliance', 'audit'];
const services = `^services/(${serviceNames.join('|')})/`;

/** Parts of platform, each with the parts that it may import. */
const parts = {
  values: [],
  core: [],
  postgres: ['core'],
  rpc: ['core'],
  cache: ['core'],
  mail: ['core'],
  domain: ['values', 'core', 'postgres', 'rpc'],
  messaging: ['core', 'postgres', 'domain'],
  runtime: ['core', 'postgres', 'rpc', 'cache', 'mail', 'domain', 'messaging'],
};
const arrows = Object.entries(parts).map(([part, below]) => ({
  name: `platform-${part}-imports-only-parts-below`,
  severity: 'error',
  from: { path: `^services/platform/src/${part}/`, pathNot: '(\\.test|-contract)\\.ts$' },
  to: { path: '^services/platform/src/', pathNot: `^services/platform/src/(${[part, ...below].join('|')})/` },
}));

/** Folders of src from the top, as the README lists them. @throws Error if the list lacks one */
function areasOf(root) {
  const [, section = ''] =
    /^## Areas$(.*?)^## /ms.exec(readFileSync(join(__dirname, root, 'README.md'), 'utf8')) ?? [];
  const areas = [...section.matchAll(/^\| `([\w-]+)\//gm)].map(([, area]) => area);
  const folders = readdirSync(join(__dirname, root, 'src'), { withFileTypes: true });
  const missing = folders.find(
    (entry) => entry.isDirectory() && !areas.includes(entry.name) && entry.name !== 'testing',
  );
  if (missing) throw new Error(`${root}/README.md does not list the area ${missing.name}`);
  return areas;
}

/** An area imports only areas below it, types included. The texts of all areas are gathered by i18n. */
const walls = ['web', ...serviceNames.map((service) => `services/${service}`)].flatMap((root) =>
  areasOf(root).flatMap((area, at, all) => {
    if (at === 0) return [];
    return {
      name: `${root}/${area}-imports-only-areas-below`,
      severity: 'error',
      from: { path: `^${root}/src/${area}/`, pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: `^${root}/src/(${all.slice(0, at).join('|')})/`, pathNot: '/locales/' },
    };
  }),
);

module.exports = {
  forbidden: [
    ...arrows,
    ...walls,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-gateway-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^gateway/src/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'services-know-no-other-service',
      severity: 'error',
      from: { path: services },
      to: { path: '^(services/(?!platform/)[^/]+/|gateway/|web/)', pathNot: '^services/$1/' },
    },
    {
      name: 'platform-knows-nobody',
      severity: 'error',
      from: { path: '^services/platform/' },
      to: { path: '^(services/(?!platform/)|gateway/|web/|scripts/)' },
    },
    {
      name: 'gateway-imports-contract-proto-platform',
      severity: 'error',
      from: { path: '^gateway/(src|test)/' },
      to: { path: '^(services/(?!platform/)|web/|scripts/)' },
    },
    {
      name: 'web-imports-only-the-contract-and-values',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(services/(?!platform/src/values/)|gateway/(?!contract/)|proto/|scripts/)' },
    },
    {
      name: 'values-import-nothing-else',
      comment: 'Decision 0051: services and the browser share these rules.',
      severity: 'error',
      from: { path: '^services/platform/src/values/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^services/platform/src/values/' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^gateway/contract/' },
      to: { path: '^(services/|gateway/(?!contract/)|web/|proto/|scripts/)' },
    },
    {
      name: 'web-features-know-no-other-feature',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'launcher-knows-no-operation',
      severity: 'error',
      from: { path: '^services/all/src/launcher/' },
      to: { path: '^services/all/src/(operations|demo-data)/' },
    },
    {
      name: 'image-ops-holds-no-launcher',
      comment: 'The images hold no launcher: what needs one is a command of scripts/pii-vault only.',
      severity: 'error',
      from: { path: '^services/all/src/operations/deployed\\.ts$' },
      to: { path: '^services/all/src/launcher/', reachable: true },
    },
    {
      name: 'deployment-stands-alone',
      comment: 'The images hold this part, modules.ts and operations, and nothing else of services/all.',
      severity: 'error',
      from: { path: '^services/all/src/deployment/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/all/', pathNot: '^services/all/src/(deployment/|modules\\.ts$)' },
    },
    {
      name: 'demo-data-knows-only-settings',
      severity: 'error',
      from: { path: '^services/all/src/demo-data/' },
      to: { path: '^services/all/', pathNot: '^services/all/src/(demo-data/|launcher/settings\\.ts$)' },
    },
    {
      name: 'product-tools-import-no-test-and-no-developer-command',
      severity: 'error',
      from: { path: '^scripts/product/' },
      to: { path: '^scripts/(tests|benchmarks|dev)/' },
    },
    {
      name: 'developer-commands-stand-alone',
      severity: 'error',
      from: { path: '^scripts/(dev|matching)/' },
      to: { path: '^scripts/', pathNot: '^scripts/$1/' },
    },
    {
      name: 'pure-rooms-know-no-transport-and-no-database',
      severity: 'error',
      from: {
        path: '^services/(vault/src/(keys/envelope|people/quality|encoding)|audit/src/tree/merkle|lineage/src/scoring|crypto/src/key-store/hierarchy|compliance/src/rules)/',
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '(node_modules/(pg|@grpc|kafkajs|@platformatic|express)/|services/platform/src/(postgres|rpc|messaging)/)',
      },
    },
    {
      name: 'production-imports-no-test',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?$|/test/|/testing/|vitest\\.config|^scripts/|-contract\\.ts$)' },
      to: { path: '(\\.test\\.tsx?$|/testing/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    exclude: { path: '^(?!.*node_modules/).*/dist/' },
  },
};

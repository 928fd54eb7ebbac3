/**
 * Paths, or beginnings of paths, whose comments and READMEs still await the rewrite in plain English. Remove an entry
 * when its last comment is rewritten; add none.
 */
export const UNREAD: readonly string[] = [
  'README.md',
  'deploy/README.md',
  'gateway/',
  'proto/piivault/platform/v1/carrier.proto',
  'scripts/',
  'services/all/',
  'services/audit/README.md',
  'services/audit/migrations/',
  'services/compliance/',
  'services/crypto/',
  'services/identity/',
  'services/lineage/',
  'services/platform/',
  'services/tenancy/README.md',
  'services/tenancy/migrations/',
  'services/vault/',
];

const SERVICES = [
  'proto',
  'gateway',
  'gateway/contract',
  ...['audit', 'compliance', 'crypto', 'identity', 'lineage', 'platform', 'tenancy', 'vault'].map(
    (name) => `services/${name}`,
  ),
];
/** For each image: workspaces whose packages it contains, and its lists of system libraries. */
export const IMAGES = [
  { image: 'service', workspaces: SERVICES, system: ['libraries'] },
  { image: 'service-softhsm', workspaces: SERVICES, system: ['libraries', 'softhsm'] },
  { image: 'web', workspaces: ['web'], system: ['libraries'] },
];

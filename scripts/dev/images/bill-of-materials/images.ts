const SERVICES = [
  'proto',
  'gateway',
  'gateway/contract',
  ...['audit', 'compliance', 'crypto', 'identity', 'lineage', 'platform', 'tenancy', 'vault'].map(
    (name) => `services/${name}`,
  ),
];
/** Each image, with the workspaces whose packages and the lists of system libraries that it holds. */
export const IMAGES = [
  { image: 'service', workspaces: SERVICES, system: ['libraries'] },
  { image: 'service-softhsm', workspaces: SERVICES, system: ['libraries', 'softhsm'] },
  { image: 'web', workspaces: ['web'], system: ['libraries'] },
];

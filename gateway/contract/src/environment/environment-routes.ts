import { row } from '../row.ts';
import { environmentSchema } from './environment-schema.ts';

export const environmentRoutes = [
  row('GET /environment/status', {
    auth: 'caller',
    response: environmentSchema,
    passive: true,
    summary: 'Get database, build and key store of this deployment',
    example: {
      response: {
        database: { name: 'pii_vault', isTest: false },
        environment: 'development',
        version: 'v2026.11.21-0800-dev',
        buildTime: '2026-11-21T08:00:00.000Z',
        keyStore: {
          kind: 'local',
          protection: 'software',
          model: null,
          status: 'online',
          checkedAt: '2026-11-21T08:00:00.000Z',
        },
        encryption: 'active',
      },
    },
  }),
] as const;

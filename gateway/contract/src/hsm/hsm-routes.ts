import { row } from '../row.ts';
import { hsmStatusSchema } from './hsm-schema.ts';

export const hsmRoutes = [
  row('GET /hsm/status', {
    rpc: 'keyRegister.hsmStatus',
    permission: 'encryption:manage',
    response: hsmStatusSchema,
    summary: 'Get current and past health of the key store, as it reports them',
    example: {
      response: {
        currentHealth: { status: 'online' },
        kind: 'pkcs11',
        entries: [
          {
            id: 1,
            hsmId: 'pkcs11:pii-vault',
            serialNumber: '••••••••••••046f',
            firmwareVersion: '2.6',
            temperature: null,
            status: 'online',
            alertLevel: 'normal',
            lastHealthCheck: '2026-11-21T08:00:00.000Z',
            createdAt: '2026-11-20T08:00:00.000Z',
            performanceMetrics: { latencyMs: 1, keysChecked: 12, keysDisabled: 0, keysMissing: 0 },
          },
        ],
      },
    },
  }),
] as const;

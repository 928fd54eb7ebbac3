import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { HsmStatusEntry } from '@pii-vault/proto/crypto/v1/register';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { oneOf, toIso } from '../wire/values.ts';

const statuses = ['online', 'offline', 'maintenance'] as const;
const alertLevels = ['normal', 'warning', 'critical'] as const;

export function hsmHandlers({ keyRegister }: Pick<Clients, 'keyRegister'>): Handlers<KeysOf<'hsm'>> {
  return {
    'GET /hsm/status': async ({ ctx }) => {
      const { kind, status, entries } = await keyRegister.hsmStatus(ctx, {});
      return {
        body: { currentHealth: { status: oneOf(statuses, status) }, kind, entries: entries.map(toEntry) },
      };
    },
  };
}

function toEntry(entry: HsmStatusEntry): HsmStatus['entries'][number] {
  return {
    id: entry.id,
    hsmId: entry.hsmId,
    serialNumber: entry.serialNumber ?? null,
    firmwareVersion: entry.firmwareVersion ?? null,
    // No supported key store reports a temperature.
    temperature: null,
    status: oneOf(statuses, entry.status),
    alertLevel: oneOf(alertLevels, entry.alertLevel),
    lastHealthCheck: toIso(entry.lastHealthCheckAt),
    createdAt: toIso(entry.createdAt),
    performanceMetrics: { ...entry.performanceMetrics },
  };
}

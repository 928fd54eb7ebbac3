import type { HsmStatusEntry as HsmStatusEntryProto } from '@pii-vault/proto/crypto/v1/register';
import type { HsmStatusEntry } from '../key-store/hsm/hsm-status-store.ts';

export function hsmEntryToProto({ metrics, ...entry }: HsmStatusEntry): HsmStatusEntryProto {
  return { ...entry, performanceMetrics: metrics };
}

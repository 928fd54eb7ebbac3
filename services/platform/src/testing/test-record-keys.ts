import { SERVICE_NAMES } from '../core/context/caller.ts';
import type { RecordKeys } from '../messaging/record-keys.ts';
import { generateServiceKey } from '../rpc/tokens/service-token.ts';

/** Keys of every service, for a bus on which all of them publish. */
export function testRecordKeys(): RecordKeys {
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  return {
    signing: new Map(pairs.map(([name, { privateKey }]) => [name, privateKey])),
    known: new Map(pairs.map(([name, { publicKey }]) => [name, [{ key: publicKey }]])),
  };
}

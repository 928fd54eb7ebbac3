import { createSecretKey, type KeyObject } from 'node:crypto';
import type { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { OpenedKeys } from '../../core/crypto/opened-keys.ts';
import type { RpcClient } from '../../rpc/client.ts';
import type { SelfContext } from '../../rpc/self-context.ts';

/** A text key of one company that crypto opened: for AES-256-GCM. Never stored, logged or sent. */
export interface TextKey {
  readonly version: number;
  readonly isActive: boolean;
  readonly key: KeyObject;
}

/** Instead of a company: texts that belong to none, for example those of a user of all companies. */
export const DEPLOYMENT_TEXTS = 0;

const OPEN_DEADLINE_MS = 5_000;

/** The text keys of companies, opened by crypto once per company and life, however many ask at once. */
export class TextKeys extends OpenedKeys<number, TextKey> {
  constructor(crypto: Pick<RpcClient<typeof KeysService>, 'openTextKeys'>, self: SelfContext) {
    super(async (company) => {
      const scope = company === DEPLOYMENT_TEXTS ? {} : { company };
      const ctx = self({ ...scope, deadlineMs: OPEN_DEADLINE_MS });
      const { keys } = await crypto.openTextKeys(ctx, { companyId: company, versions: [] });
      return keys.map(({ version, active, key }) => {
        const opened = { version, isActive: active, key: createSecretKey(key) };
        key.fill(0);
        return opened;
      });
    });
  }
}

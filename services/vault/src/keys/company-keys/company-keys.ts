import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { isKeyNotLive, OpenedKeys } from '@pii-vault/platform/core/crypto/opened-keys';
import { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import {
  type DataKey,
  type DataKeyName,
  type FieldKey,
  openDataKey,
  type WrappedDataKey,
} from '../envelope/data-key.ts';
import { type OpenedKey, openedKey } from './opened-keys.ts';

export type CryptoKeys = Pick<
  RpcClient<typeof KeysService>,
  'openFieldKeys' | 'openIndexKeys' | 'openTextKeys'
>;

/** Reads the current wrap of a data key; undefined when it was deleted. */
export type ReadDataKey = (name: DataKeyName) => Promise<WrappedDataKey | undefined>;

const OPEN_DEADLINE_MS = 5_000;

/** The keys of companies and agreements, opened by crypto at most once per owner and minute. */
export class CompanyKeys {
  readonly #field: OpenedKeys<number, OpenedKey>;
  readonly #index: OpenedKeys<number, OpenedKey>;
  /** Encrypt the vault's free text. */
  readonly texts: TextKeys;
  readonly #agreement: OpenedKeys<number, OpenedKey>;
  readonly #readAgain: ReadDataKey;

  constructor(
    crypto: CryptoKeys,
    self: ModuleKit['self'],
    {
      now = Date.now,
      readAgain = async () => undefined,
    }: { now?: () => number; readAgain?: ReadDataKey } = {},
  ) {
    this.#readAgain = readAgain;
    const as = (company: number): Ctx => self({ company, deadlineMs: OPEN_DEADLINE_MS });
    this.#field = new OpenedKeys(async (id) => {
      const { keys } = await crypto.openFieldKeys(as(id), { companyId: id, versions: [] });
      return keys.map(openedKey);
    }, now);
    this.#index = new OpenedKeys(async (id) => {
      const scope = { $case: 'companyId' as const, value: id };
      const { keys } = await crypto.openIndexKeys(as(id), { scope, versions: [] });
      return keys.map(openedKey);
    }, now);
    this.texts = new TextKeys(crypto, self);
    this.#agreement = new OpenedKeys(async (id) => {
      const scope = { $case: 'agreementId' as const, value: id };
      const { keys } = await crypto.openIndexKeys(self({ deadlineMs: OPEN_DEADLINE_MS }), {
        scope,
        versions: [],
      });
      return keys.map(openedKey);
    }, now);
  }

  /** Wraps new data keys of the company. */
  async fieldKey(companyId: number): Promise<FieldKey> {
    return fieldKeyOf(companyId, await this.#field.active(companyId));
  }

  /** Opens data keys wrapped under `version`. @throws AppError DATA_LOSS KEY_NOT_LIVE */
  async fieldKeyVersion(companyId: number, version: number): Promise<FieldKey> {
    return fieldKeyOf(companyId, await this.#field.version(companyId, version));
  }

  /** Every version that can open wraps, ascending. */
  async fieldKeys(companyId: number): Promise<readonly (FieldKey & { readonly isActive: boolean })[]> {
    const live = await this.#field.live(companyId);
    return live.map((one) => ({ ...fieldKeyOf(companyId, one), isActive: one.isActive }));
  }

  /**
   * Opens a stored data key. If its field key was retired after the row was read, it has a new wrap by now and is read
   * again. Synchronous when the field key is cached, as for all but the first of many people.
   * @throws IntegrityError, AppError DATA_LOSS KEY_NOT_LIVE
   */
  dataKey(name: DataKeyName, stored: WrappedDataKey): DataKey | Promise<DataKey> {
    const opened = this.#field.versionAtHand(name.companyId, stored.fieldKeyVersion);
    if (opened === undefined) return this.#askForDataKey(name, stored);
    return openDataKey(name, fieldKeyOf(name.companyId, opened), stored);
  }

  async #askForDataKey(name: DataKeyName, stored: WrappedDataKey): Promise<DataKey> {
    try {
      return await this.#openDataKey(name, stored);
    } catch (error) {
      const now = isKeyNotLive(error) ? await this.#readAgain(name) : undefined;
      if (now === undefined || now.fieldKeyVersion === stored.fieldKeyVersion) throw error;
      return await this.#openDataKey(name, now);
    }
  }

  async #openDataKey(name: DataKeyName, stored: WrappedDataKey): Promise<DataKey> {
    return openDataKey(name, await this.fieldKeyVersion(name.companyId, stored.fieldKeyVersion), stored);
  }

  /** Drops opened field keys, of one company or of all: a version was retired, or is no longer the active one. */
  forgetFieldKeys(companyId?: number): void {
    this.#field.forget(companyId);
  }

  /** Keys the company's blind index, and other company-wide MACs with their own labels. */
  indexKey(companyId: number): Promise<OpenedKey> {
    return this.#index.active(companyId);
  }

  /** Every version that rows may have: a search tries all of them. */
  indexKeys(companyId: number): Promise<readonly OpenedKey[]> {
    return this.#index.live(companyId);
  }

  /** Keys the match handles of one linking agreement. */
  agreementKey(agreementId: number): Promise<OpenedKey> {
    return this.#agreement.active(agreementId);
  }
}

function fieldKeyOf(companyId: number, opened: OpenedKey): FieldKey {
  return { companyId, keyId: opened.keyId, version: opened.version, key: opened.key };
}

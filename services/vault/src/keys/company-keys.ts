import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { ModuleKit } from '@pii-vault/platform/module/module';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import type { FieldKey } from '../envelope/data-key.ts';
import { type OpenedKey, OpenedKeys, openedKey } from './opened-keys.ts';

export type CryptoKeys = Pick<
  RpcClient<typeof KeysServiceService>,
  'openFieldKeys' | 'openIndexKeys' | 'openTextKeys'
>;

const OPEN_DEADLINE_MS = 5_000;

/** The keys of companies and agreements, opened by crypto at most once per owner and minute. */
export class CompanyKeys {
  readonly #field: OpenedKeys<number>;
  readonly #index: OpenedKeys<number>;
  readonly #text: OpenedKeys<number>;
  readonly #agreement: OpenedKeys<number>;

  constructor(crypto: CryptoKeys, self: ModuleKit['self'], now: () => number = Date.now) {
    const as = (company: number): Ctx => self({ company, deadlineMs: OPEN_DEADLINE_MS });
    this.#field = new OpenedKeys(async (id) => {
      const { keys } = await crypto.openFieldKeys(as(id), { companyId: BigInt(id), versions: [] });
      return keys.map(openedKey);
    }, now);
    this.#index = new OpenedKeys(async (id) => {
      const scope = { $case: 'companyId' as const, value: BigInt(id) };
      const { keys } = await crypto.openIndexKeys(as(id), { scope, versions: [] });
      return keys.map(openedKey);
    }, now);
    this.#text = new OpenedKeys(async (id) => {
      const { keys } = await crypto.openTextKeys(as(id), { companyId: BigInt(id), versions: [] });
      return keys.map(openedKey);
    }, now);
    this.#agreement = new OpenedKeys(async (id) => {
      const scope = { $case: 'agreementId' as const, value: BigInt(id) };
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

  /** Keys the company's blind index, and other company-wide MACs under a label of their own. */
  indexKey(companyId: number): Promise<OpenedKey> {
    return this.#index.active(companyId);
  }

  /** Every version that rows may carry: a search tries them all. */
  indexKeys(companyId: number): Promise<readonly OpenedKey[]> {
    return this.#index.live(companyId);
  }

  /** Keys the match handles of one linking agreement. */
  agreementKey(agreementId: number): Promise<OpenedKey> {
    return this.#agreement.active(agreementId);
  }

  /** Encrypts the vault's free text of the company. */
  textKey(companyId: number): Promise<OpenedKey> {
    return this.#text.active(companyId);
  }

  textKeyVersion(companyId: number, version: number): Promise<OpenedKey> {
    return this.#text.version(companyId, version);
  }
}

function fieldKeyOf(companyId: number, opened: OpenedKey): FieldKey {
  return { companyId, keyId: opened.keyId, version: opened.version, key: opened.key };
}

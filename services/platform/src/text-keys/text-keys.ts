import { createSecretKey, type KeyObject } from 'node:crypto';
import type { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { AppError } from '../errors/app-error.ts';
import type { ModuleKit } from '../module/module.ts';
import type { RpcClient } from '../rpc/client.ts';

/** A text key of one company that crypto opened: for AES-256-GCM. Never stored, logged or sent. */
export interface TextKey {
  readonly version: number;
  readonly isActive: boolean;
  readonly key: KeyObject;
}

interface Opened {
  readonly openedAt: number;
  readonly keys: Promise<readonly TextKey[]>;
}

/** Instead of a company: texts that belong to none, for example those of a user of all companies. */
export const DEPLOYMENT_TEXTS = 0;

/** Life of an opened key, ms; the contract of crypto bounds it by 60 s. */
const LIFE_MS = 60_000;
const OPEN_DEADLINE_MS = 5_000;

/** The text keys of companies, opened by crypto once per company and life, however many ask at once. */
export class TextKeys {
  readonly #crypto: Pick<RpcClient<typeof KeysServiceService>, 'openTextKeys'>;
  readonly #self: ModuleKit['self'];
  readonly #opened = new Map<number, Opened>();

  constructor(crypto: Pick<RpcClient<typeof KeysServiceService>, 'openTextKeys'>, self: ModuleKit['self']) {
    this.#crypto = crypto;
    this.#self = self;
  }

  /** The version that new text uses. @throws AppError NOT_FOUND for a company that does not exist */
  async active(companyId: number): Promise<TextKey> {
    return keyOr((await this.#keysOf(companyId)).find((one) => one.isActive));
  }

  /** A version that reads; one that is not known yet is asked for once. @throws AppError DATA_LOSS KEY_NOT_LIVE */
  async version(companyId: number, version: number): Promise<TextKey> {
    const known = (await this.#keysOf(companyId)).find((one) => one.version === version);
    return keyOr(known ?? (await this.#fetch(companyId)).find((one) => one.version === version));
  }

  #keysOf(companyId: number): Promise<readonly TextKey[]> {
    const known = this.#opened.get(companyId);
    const isAlive = known !== undefined && Date.now() - known.openedAt < LIFE_MS;
    return isAlive ? known.keys : this.#fetch(companyId);
  }

  #fetch(companyId: number): Promise<readonly TextKey[]> {
    for (const [company, { openedAt }] of this.#opened)
      if (Date.now() - openedAt >= LIFE_MS) this.#opened.delete(company);
    const entry = { openedAt: Date.now(), keys: this.#open(companyId) };
    this.#opened.set(companyId, entry);
    // A failure is told to those who waited and is not kept.
    entry.keys.catch(() => {
      if (this.#opened.get(companyId) === entry) this.#opened.delete(companyId);
    });
    return entry.keys;
  }

  async #open(company: number): Promise<readonly TextKey[]> {
    const scope = company === DEPLOYMENT_TEXTS ? {} : { company };
    const ctx = this.#self({ ...scope, deadlineMs: OPEN_DEADLINE_MS });
    const { keys } = await this.#crypto.openTextKeys(ctx, { companyId: BigInt(company), versions: [] });
    return keys.map(({ version, active, key }) => {
      const opened = { version, isActive: active, key: createSecretKey(key) };
      key.fill(0);
      return opened;
    });
  }
}

function keyOr(key: TextKey | undefined): TextKey {
  if (key === undefined)
    throw new AppError('DATA_LOSS', 'KEY_NOT_LIVE', 'The key of a stored text is not live any more');
  return key;
}

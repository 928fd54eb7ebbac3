import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { ReportRewrapRequest } from '@pii-vault/proto/crypto/v1/keys';
import type { CryptoKeys } from '../src/keys/company-keys/company-keys.ts';
import type { RewrapCompanyDeps } from '../src/lifecycle/rewrap/rewrap-company.ts';

interface Made {
  readonly keyId: string;
  readonly version: number;
  readonly key: Buffer;
}

/** Answers crypto's Open calls: the first call creates the keys, the newest version is active. Counts the calls. */
export class FakeCrypto implements CryptoKeys {
  calls = 0;
  isAway = false;
  /** Keeps replaced versions, as crypto does for two minutes after the replacement. */
  isInGrace = false;
  /** Retired versions such as 'field:1 v1', in order of retirement. */
  readonly retired: string[] = [];
  readonly #made = new Map<string, Made[]>();

  openFieldKeys: CryptoKeys['openFieldKeys'] = async (_ctx, { companyId }) =>
    this.#answer(`field:${companyId}`);
  openTextKeys: CryptoKeys['openTextKeys'] = async (_ctx, { companyId }) => this.#answer(`text:${companyId}`);
  openIndexKeys: CryptoKeys['openIndexKeys'] = async (_ctx, { scope }) =>
    this.#answer(`index:${scope?.$case}:${scope?.value}`);

  /** The newest report of each company. */
  readonly reports = new Map<number, ReportRewrapRequest>();

  findRewraps: RewrapCompanyDeps['crypto']['findRewraps'] = async (_ctx, { afterCompanyId }) => {
    const due = [...this.#made].flatMap(([name, made]) => {
      const [purpose, id = '0'] = name.split(':');
      const isDue = purpose === 'field' && this.#live(name).length > 1 && Number(id) > afterCompanyId;
      return isDue ? [{ companyId: Number(id), activeVersion: made.length }] : [];
    });
    return { rewraps: due.sort((a, b) => a.companyId - b.companyId) };
  };

  reportRewrap: RewrapCompanyDeps['crypto']['reportRewrap'] = async (_ctx, report) => {
    this.reports.set(report.companyId, report);
    return {};
  };

  /** Rotates the key. The previous version stays readable. */
  newVersion(name: string): void {
    const made = this.#made.get(name) ?? [];
    this.#made.set(name, [...made, { keyId: randomUUID(), version: made.length + 1, key: randomBytes(32) }]);
  }

  retireFieldKeyVersion: RewrapCompanyDeps['crypto']['retireFieldKeyVersion'] = async (
    _ctx,
    { companyId, version },
  ) => {
    if (this.isInGrace) throw new AppError('FAILED_PRECONDITION', 'KEY_IN_GRACE', 'in grace');
    const made = this.#made.get(`field:${companyId}`) ?? [];
    if (version === made.length) throw new AppError('FAILED_PRECONDITION', 'KEY_STILL_ACTIVE', 'active');
    this.retired.push(`field:${companyId} v${version}`);
    return {};
  };

  readonly #certificateKey = generateKeyPairSync('ed25519');

  /** Signs as crypto does: name of the key, statement, bound. */
  signCertificate = async (_ctx: unknown, { statement }: { readonly statement: Uint8Array }) => {
    if (this.isAway) throw new AppError('UNAVAILABLE', 'KEY_STORE_UNAVAILABLE', 'away');
    const { publicKey, privateKey } = this.#certificateKey;
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12);
    const keyName = 'pii-vault-00000000/certificates';
    const hash = createHash('sha256').update(`${keyName}\n\u0001`).update(raw).digest();
    const text = Buffer.from(
      `${keyName}\n${Buffer.from(statement)}\ncopies-open-until 2026-12-21T08:00:00.000Z\n`,
    );
    const keyId = '00000000-0000-4000-8000-000000000000';
    const key = { keyName, keyHash: hash.subarray(0, 4), publicKey: raw, keyId };
    return { key, text, signature: sign(null, text, privateKey) };
  };

  async #answer(name: string) {
    this.calls += 1;
    if (this.isAway)
      throw new AppError('UNAVAILABLE', 'KEY_STORE_UNAVAILABLE', 'The key store cannot be reached');
    // Concurrent callers must share one call, so the answer waits one turn of the event loop.
    await Promise.resolve();
    if (!this.#made.has(name)) this.newVersion(name);
    const made = this.#made.get(name) ?? [];
    return {
      keys: this.#live(name).map((one) => ({
        ...one,
        key: Buffer.from(one.key),
        active: one.version === made.length,
      })),
    };
  }

  #live(name: string): Made[] {
    const made = this.#made.get(name) ?? [];
    return made.filter(({ version }) => !this.retired.includes(`${name} v${version}`));
  }
}

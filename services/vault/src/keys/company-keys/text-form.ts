import type { TextForm } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';

/**
 * Location of a text of the vault (source context, file name, reason), bound into its AAD: for example 'source context'
 * of [individual, type, version]. Padded like a field.
 */
export function textForm(
  companyId: number,
  kind: string,
  ...parts: ReadonlyArray<string | number>
): TextForm {
  return {
    companyId,
    aadOf: (keyVersion) => lengthPrefixed('vault text', companyId, kind, keyVersion, ...parts),
    smallestBucket: 32,
  };
}

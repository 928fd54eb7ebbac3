import {
  type ColumnTarget,
  consentTargetOf,
  isFieldTarget,
} from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';

/** Names the target of a column, with the purpose that it is about. */
export function useTargetName(): (target: ColumnTarget) => string {
  const { t } = useTranslation('imports');
  return (target) => {
    const stated = consentTargetOf(target);
    if (stated === undefined)
      return isFieldTarget(target) || isPlain(target) ? t(`target.${target}`) : target;
    const name = t(`target.${stated.target}`);
    return stated.purpose === undefined
      ? name
      : t('mapping.ofPurpose', { target: name, purpose: purposeName(stated.purpose) });
  };
}

const isPlain = (target: ColumnTarget) =>
  target === 'ignore' || target === 'externalId' || target === 'individualId';

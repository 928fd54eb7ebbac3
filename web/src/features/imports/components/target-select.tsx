import {
  COLUMN_TARGETS,
  CONSENT_TARGETS,
  type ColumnTarget,
  consentTargetOf,
  isFieldTarget,
} from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../../../i18n/field-name.ts';
import { Select } from '../../../ui/select.tsx';

interface TargetSelectProps {
  column: string;
  target: ColumnTarget | undefined;
  suggestion: ColumnTarget | undefined;
  /** Purposes of the import. With several, a consent column can be about a single one. */
  purposes: readonly string[];
  onMap: (target: ColumnTarget) => void;
}

/** Target of a column; empty until chosen, with the suggestion as placeholder. */
export function TargetSelect({ column, target, suggestion, purposes, onMap }: TargetSelectProps) {
  const { t } = useTranslation('imports');
  const nameOf = useTargetName();
  const single =
    purposes.length < 2
      ? []
      : purposes.flatMap((purpose) => CONSENT_TARGETS.map((one) => `${one}:${purpose}` as const));
  const targets: readonly ColumnTarget[] = [
    ...COLUMN_TARGETS,
    ...single,
    // A target whose purpose was removed stays visible; the import refuses it.
    ...(target === undefined || target.indexOf(':') < 0 || single.some((one) => one === target)
      ? []
      : [target]),
  ];
  const placeholder = suggestion
    ? t('mapping.chooseSuggested', { target: nameOf(suggestion) })
    : t('mapping.choose');
  return (
    <Select
      aria-label={t('mapping.target', { column })}
      value={target ?? ''}
      placeholder={target === undefined ? placeholder : undefined}
      options={targets.map((value) => ({ value, label: nameOf(value) }))}
      data-mapped={target === undefined || target === 'ignore' ? undefined : ''}
      borderColor={target === undefined ? 'warning' : undefined}
      color={target === undefined || target === 'ignore' ? 'ink.2' : 'accent.text'}
      onChange={(event) => {
        const chosen = targets.find((one) => one === event.target.value);
        if (chosen) onMap(chosen);
      }}
    />
  );
}

/** Name of a column target, with its purpose if it has one. */
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

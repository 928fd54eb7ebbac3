import {
  COLUMN_TARGETS,
  CONSENT_TARGETS,
  type ColumnTarget,
} from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/select.tsx';
import { useTargetName } from './use-target-name.ts';

interface TargetSelectProps {
  column: string;
  target: ColumnTarget | undefined;
  suggestion: ColumnTarget | undefined;
  /** Of the import: with several, a column may be about one of them. */
  purposes: readonly string[];
  onMap: (target: ColumnTarget) => void;
}

/** What a column is read as; empty until somebody says so, with the suggestion in its place. */
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
    // It stays shown after the purposes were changed, and the import refuses it.
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

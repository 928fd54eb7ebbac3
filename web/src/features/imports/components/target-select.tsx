import { COLUMN_TARGETS, type ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/select.tsx';

interface TargetSelectProps {
  column: string;
  target: ColumnTarget | undefined;
  suggestion: ColumnTarget | undefined;
  onMap: (target: ColumnTarget) => void;
}

/** What a column is read as; empty until somebody says so, with the suggestion in its place. */
export function TargetSelect({ column, target, suggestion, onMap }: TargetSelectProps) {
  const { t } = useTranslation('imports');
  const placeholder = suggestion
    ? t('mapping.chooseSuggested', { target: t(`target.${suggestion}`) })
    : t('mapping.choose');
  return (
    <Select
      aria-label={t('mapping.target', { column })}
      value={target ?? ''}
      placeholder={target === undefined ? placeholder : undefined}
      options={COLUMN_TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))}
      data-mapped={target === undefined || target === 'ignore' ? undefined : ''}
      borderColor={target === undefined ? 'warning' : undefined}
      color={target === undefined || target === 'ignore' ? 'ink.2' : 'accent.text'}
      onChange={(event) => {
        const chosen = COLUMN_TARGETS.find((one) => one === event.target.value);
        if (chosen) onMap(chosen);
      }}
    />
  );
}

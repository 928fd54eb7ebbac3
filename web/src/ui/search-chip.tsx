import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenList, type OptionGroup } from './combobox.tsx';
import { OpenChip } from './open-chip.tsx';

interface SearchChipProps {
  /** Accessible name, e.g. 'Action'. */
  name: string;
  /** Label without a filter. */
  all: string;
  groups: readonly OptionGroup[];
  value: string;
  /** The selected value; '' for no filter. */
  onChange: (value: string) => void;
}

/** A filter with many options in groups: typing narrows them, arrows and Enter choose (WAI-ARIA combobox pattern). */
export function SearchChip({ name, all, groups, value, onChange }: SearchChipProps) {
  const current = groups.flatMap((group) => group.options).find((option) => option.value === value);
  return (
    <OpenChip
      name={name}
      text={current?.label ?? all}
      isActive={current !== undefined}
      onClear={() => onChange('')}
    >
      {(close) => (
        <Choice
          name={name}
          groups={[{ label: '', options: [{ value: '', label: all }] }, ...groups]}
          value={current?.value ?? ''}
          onChoose={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </OpenChip>
  );
}

interface ChoiceProps {
  name: string;
  groups: readonly OptionGroup[];
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ name, groups, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation('ui');
  const [search, setSearch] = useState('');
  const shown = matchingGroups(groups, search);
  return (
    <OpenList
      name={name}
      inputName={t('filter.search', { name })}
      search={search}
      onSearch={setSearch}
      groups={shown}
      value={value}
      onChoose={(option) => onChoose(option.value)}
    >
      {shown.length === 0 ? (
        <Box px="3" pb="2.5" color="ink.2" role="status">
          {t('filter.none')}
        </Box>
      ) : null}
    </OpenList>
  );
}

/** Options whose label or value contains the text, ignoring case; groups without a match are left out. */
function matchingGroups(groups: readonly OptionGroup[], search: string): OptionGroup[] {
  const text = search.trim().toLowerCase();
  const matches = ({ value, label }: { value: string; label: string }) =>
    `${label} ${value} ${value.replaceAll('_', ' ')}`.toLowerCase().includes(text);
  return groups
    .map(({ label, options }) => ({ label, options: options.filter(matches) }))
    .filter(({ options }) => options.length > 0);
}

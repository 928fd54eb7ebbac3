import { Box } from '@chakra-ui/react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from './input.tsx';
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
  const options = groups.flatMap((group) => group.options);
  const current = options.find((option) => option.value === value);
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
  const id = useId();
  const [search, setSearch] = useState('');
  const [marked, setMarked] = useState(value);
  const shown = matchingGroups(groups, search);
  const options = shown.flatMap((group) => group.options);
  const at = Math.max(
    0,
    options.findIndex((option) => option.value === marked),
  );
  const optionId = (option: string) => `${id}-${option}`;

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    const option = to === undefined ? undefined : options[(to + options.length) % options.length];
    if (option) {
      event.preventDefault();
      setMarked(option.value);
      document.getElementById(optionId(option.value))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && options[at]) {
      event.preventDefault();
      onChoose(options[at].value);
    }
  }

  return (
    <>
      <Box p="2" borderBottomWidth="1px">
        <Input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={options[at] ? optionId(options[at].value) : undefined}
          aria-label={t('filter.search', { name })}
          placeholder={t('filter.search', { name })}
          value={search}
          onKeyDown={onKeyDown}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Box>
      <Box id={`${id}-list`} role="listbox" aria-label={name} overflowY="auto" p="1">
        {shown.map((group) => (
          <Box role="group" key={group.label} aria-label={group.label || name}>
            {group.label ? (
              <Box px="2" py="1.5" textStyle="group" color="ink.2" aria-hidden>
                {group.label}
              </Box>
            ) : null}
            {group.options.map((option) => (
              <Box
                key={option.value}
                id={optionId(option.value)}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === value}
                px="2"
                py="1.5"
                borderRadius="badge"
                cursor="pointer"
                bg={option === options[at] ? 'accent.soft' : 'transparent'}
                color={option === options[at] ? 'accent.text' : 'ink'}
                fontWeight={option.value === value ? 'semibold' : 'regular'}
                onMouseMove={() => setMarked(option.value)}
                onClick={() => onChoose(option.value)}
              >
                {option.label}
              </Box>
            ))}
          </Box>
        ))}
        {options.length === 0 ? (
          <Box px="2" py="1.5" color="ink.2" role="status">
            {t('filter.none')}
          </Box>
        ) : null}
      </Box>
    </>
  );
}

interface OptionGroup {
  label: string;
  options: ReadonlyArray<{ value: string; label: string }>;
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

import { Box } from '@chakra-ui/react';
import { consentStates } from '@pii-vault/contract/individuals/individuals-schema';
import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyZone } from '../../../../company/company-zone.ts';
import { purposeName } from '../../../../i18n/field-name.ts';
import { useCompanyPurposes } from '../../../../pii/company-purposes.ts';
import { consentChannels } from '../../../../pii/consent-form.ts';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { DateRangeChip } from '../../../../ui/date-range-chip.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FilterChip } from '../../../../ui/filter-chip.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, MenuChoice } from '../../../../ui/menu.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { OpenChip } from '../../../../ui/open-chip.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { type UrlValues, useUrlState } from '../../../../url/use-url-state.ts';

const bands = ['high', 'medium', 'low'] as const;
/** The channel of a parent or guardian, who consents for a minor. */
const GUARDIAN = 'guardian';

/** What a search removes: it covers all people in order of relevance. */
export const noFilters: UrlValues = {
  ...{ quality: null, sort: null, consent: null, state: null, notice: null, source: null },
  ...{ linked: null, from: null, until: null },
};

/**
 * Search by id or master key, or filters; all are in the URL and return to the first page. A search covers all people
 * in order of relevance, so it removes and disables filters and sort.
 */
export function IndividualFilters({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const search = useCallback(
    (value: string) => set({ search: value, cursor: null, ...(value === '' ? {} : noFilters) }),
    [set],
  );
  const isSearching = get('search').trim() !== '';
  return (
    <>
      <SearchInput label={t('search')} help={t('searchHelp')} value={get('search')} onChange={search} />
      {isSearching ? (
        <>
          <Tooltip label={t('filterOff')}>
            <Chip type="button" aria-disabled="true" aria-description={t('filterOff')} opacity="0.55">
              <Icon as={ListFilter} size={14} />
              {t('filter')}
            </Chip>
          </Tooltip>
          <SearchNote companyId={companyId} />
        </>
      ) : (
        <>
          <QualityFilter />
          <ConsentFilter companyId={companyId} />
          <OtherFilters companyId={companyId} />
        </>
      )}
    </>
  );
}

/** What the search compares, and the search by a value for those who may use it. */
function SearchNote({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const { set } = useUrlState();
  const can = useCan();
  return (
    <Muted textStyle="small">
      {t('searchHelp')}{' '}
      {can('pii:reveal', companyId) ? (
        <Button variant="link" onClick={() => set({ find: '1' }, { push: true })}>
          {t('find.instead')}
        </Button>
      ) : null}
    </Muted>
  );
}

function QualityFilter() {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const filter = (quality: string) => set({ quality, cursor: null });
  const active = bands.find((band) => band === get('quality'));
  return (
    <>
      {active ? (
        <Chip
          type="button"
          data-active
          aria-label={t('filterClear', { band: t(`band.${active}`) })}
          onClick={() => filter('')}
        >
          {t('filterIs', { band: t(`band.${active}`) })}
          <Icon as={X} size={12} />
        </Chip>
      ) : null}
      <Menu
        trigger={
          <Chip type="button">
            <Icon as={ListFilter} size={14} />
            {t('filter')}
          </Chip>
        }
      >
        <MenuChoice
          label={t('column.quality')}
          value={active ?? ''}
          onChange={filter}
          options={[
            { value: '', label: t('band.all') },
            ...bands.map((band) => ({ value: band, label: t(`band.${band}`) })),
          ]}
        />
      </Menu>
    </>
  );
}

/** Source, minors, links and period of the last change. */
function OtherFilters({ companyId }: { companyId: number }) {
  const { t } = useTranslation(['individuals', 'pii']);
  const { get, set } = useUrlState();
  const can = useCan();
  const zone = useCompanyZone();
  const source = get('source');
  const isLinked = get('linked') !== '';
  const narrow = (change: UrlValues) => set({ ...change, cursor: null });
  return (
    <>
      <FilterChip
        name={t('only.source')}
        value={source}
        onChange={(channel) => narrow({ source: channel })}
        options={[
          { value: '', label: t('only.anySource') },
          ...consentChannels.map((value) => ({ value, label: t(`pii:channel.${value}`) })),
        ]}
      />
      <Toggle
        isOn={source === GUARDIAN}
        onToggle={() => narrow({ source: source === GUARDIAN ? null : GUARDIAN })}
        hint={t('only.minorsHelp')}
      >
        {t('only.minors')}
      </Toggle>
      {can('lineage:read', companyId) ? (
        <Toggle isOn={isLinked} onToggle={() => narrow({ linked: isLinked ? null : '1' })}>
          {t('only.linked')}
        </Toggle>
      ) : null}
      <DateRangeChip
        name={t('only.changed')}
        range={{ from: get('from'), to: get('until') }}
        zone={zone}
        onChange={({ from, to }) => narrow({ from, until: to })}
      />
    </>
  );
}

interface ToggleProps {
  isOn: boolean;
  onToggle: () => void;
  hint?: string;
  children: ReactNode;
}

function Toggle({ isOn, onToggle, hint, children }: ToggleProps) {
  const chip = (
    <Chip
      type="button"
      aria-pressed={isOn}
      data-active={isOn || undefined}
      aria-description={hint}
      onClick={onToggle}
    >
      {children}
      {isOn ? <Icon as={X} size={12} /> : null}
    </Chip>
  );
  return hint === undefined ? chip : <Tooltip label={hint}>{chip}</Tooltip>;
}

/** Purpose, and state or notice of the consents to it. */
function ConsentFilter({ companyId }: { companyId: number }) {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const [purpose, state, notice] = [get('consent'), get('state'), get('notice')];
  const text = [
    purpose === '' ? t('only.consent') : purposeName(purpose),
    ...(state === '' ? [] : [t(`only.state.${state}`)]),
    ...(notice === '' ? [] : [notice]),
  ].join(' · ');
  return (
    <OpenChip
      name={t('only.consent')}
      text={text}
      isActive={purpose !== ''}
      onClear={() => set({ consent: null, state: null, notice: null, cursor: null })}
    >
      {(close) => (
        <ConsentForm
          companyId={companyId}
          initial={{ consent: purpose, state, notice }}
          onApply={(chosen) => {
            set({ ...chosen, cursor: null });
            close();
          }}
        />
      )}
    </OpenChip>
  );
}

interface ConsentChoice {
  consent: string;
  state: string;
  notice: string;
}

interface ConsentFormProps {
  companyId: number;
  initial: ConsentChoice;
  onApply: (choice: UrlValues) => void;
}

function ConsentForm({ companyId, initial, onApply }: ConsentFormProps) {
  const { t } = useTranslation(['individuals', 'pii']);
  const [choice, setChoice] = useState(initial);
  const [isWrong, setWrong] = useState(false);
  const { data: register = [] } = useCompanyPurposes(companyId);
  const slug = canonicalPurpose(choice.consent);
  const notices = register.find((one) => one.purpose === slug)?.notices ?? [];
  const apply = () => {
    const purpose = purposeSchema.safeParse(slug);
    setWrong(!purpose.success);
    if (purpose.success) onApply({ ...choice, consent: purpose.data });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Box p="3" display="grid" gap="3" maxWidth="dialog" overflowY="auto">
        <Field
          label={t('pii:consent.purpose')}
          error={isWrong ? t('pii:consent.purposeHelp') : undefined}
          required
        >
          {(control) => (
            <PurposePicker
              {...control}
              companyId={companyId}
              value={choice.consent}
              onChange={(event) => setChoice({ ...choice, consent: event.target.value, notice: '' })}
            />
          )}
        </Field>
        <Field label={t('only.stateName')}>
          {(control) => (
            <Select
              {...control}
              value={choice.state}
              onChange={(event) => setChoice({ ...choice, state: event.target.value })}
              options={[
                { value: '', label: t('only.anyState') },
                ...consentStates.map((value) => ({ value, label: t(`only.state.${value}`) })),
              ]}
            />
          )}
        </Field>
        <Field label={t('pii:consent.noticeVersion')}>
          {(control) => (
            <Select
              {...control}
              value={choice.notice}
              onChange={(event) => setChoice({ ...choice, notice: event.target.value })}
              options={[
                { value: '', label: t('only.anyNotice') },
                ...notices.map(({ version }) => ({ value: version, label: version })),
              ]}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="sm">
          {t('only.apply')}
        </Button>
      </Box>
    </form>
  );
}

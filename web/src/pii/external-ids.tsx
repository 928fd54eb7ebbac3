import { Box } from '@chakra-ui/react';
import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../client/queries.ts';
import { SENT_KEPT_MS } from '../client/sent-kept.ts';
import { purposeName } from '../i18n/field-name.ts';
import { useCan, useUser } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Mono } from '../ui/mono.tsx';
import { OpenChip } from '../ui/open-chip.tsx';
import { PurposePicker } from './purpose-picker.tsx';

/** For which purpose a user reads the external ids of a company: stated once a tab, and kept in memory only. */
const stated = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stated purpose, undefined before; external ids need pii:write. */
export function useExternalIdPurpose(
  companyId: number,
): readonly [string | undefined, (purpose: string | undefined) => void] {
  const key = `${useUser().id}:${companyId}`;
  const purpose = useSyncExternalStore(subscribe, () => stated.get(key));
  const state = (next: string | undefined) => {
    if (next === undefined) stated.delete(key);
    else stated.set(key, next);
    for (const listener of listeners) listener();
  };
  return [useCan()('pii:write', companyId) ? purpose : undefined, state];
}

/** People of one read. */
const MOST = 200;

/**
 * External ids of people of a company whose consent covers the stated purpose, in one call with one audit entry; none
 * before a purpose is stated.
 */
export function useExternalIds(
  companyId: number,
  people: readonly number[],
): (individualId: number) => string | undefined {
  const [purpose] = useExternalIdPurpose(companyId);
  const ids = [...new Set(people)].sort((a, b) => a - b).slice(0, MOST);
  const { data } = useQuery({
    ...callQuery('GET /individuals', {
      query: { companyId, ids, limit: MOST, include: ['externalIds'], purpose },
    }),
    enabled: purpose !== undefined && ids.length > 0,
    gcTime: SENT_KEPT_MS,
  });
  return useCallback(
    (individualId) =>
      purpose === undefined
        ? undefined
        : data?.find(({ id }) => id === individualId)?.externalIds?.find((one) => one.companyId === companyId)
            ?.externalId,
    [purpose, data, companyId],
  );
}

/** Follows the number of a person, where it is known. */
export function ExternalId({ value }: { value: string | undefined }) {
  const { t } = useTranslation('pii');
  if (value === undefined) return null;
  return (
    <Mono color="ink.2" title={t('externalId.name')}>
      {' · '}
      {value}
    </Mono>
  );
}

/** The same for one person, who is shown alone. */
export function ExternalIdOf({ companyId, id }: { companyId: number; id: number }) {
  return <ExternalId value={useExternalIds(companyId, [id])(id)} />;
}

interface ExternalIdsChipProps {
  companyId: number;
  /** Where the ids of several companies are shown. */
  companyName?: string;
}

/** States the purpose of reading external ids; renders nothing without the permission. */
export function ExternalIdsChip({ companyId, companyName }: ExternalIdsChipProps) {
  const { t } = useTranslation('pii');
  const can = useCan();
  const [purpose, state] = useExternalIdPurpose(companyId);
  if (!can('pii:write', companyId)) return null;
  return (
    <OpenChip
      name={[t('externalId.names'), ...(companyName === undefined ? [] : [isolate(companyName)])].join(', ')}
      text={[
        purpose === undefined
          ? t('externalId.show')
          : t('externalId.shown', { purpose: purposeName(purpose) }),
        ...(companyName === undefined ? [] : [isolate(companyName)]),
      ].join(' · ')}
      isActive={purpose !== undefined}
      onClear={() => state(undefined)}
    >
      {(close) => (
        <PurposeForm
          companyId={companyId}
          onState={(next) => {
            state(next);
            close();
          }}
        />
      )}
    </OpenChip>
  );
}

function PurposeForm({ companyId, onState }: { companyId: number; onState: (purpose: string) => void }) {
  const { t } = useTranslation('pii');
  // The purpose is the user's statement, so nothing is preselected.
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const purpose = purposeSchema.safeParse(canonicalPurpose(typed));
        setWrong(!purpose.success);
        if (purpose.success) onState(purpose.data);
      }}
    >
      <Box p="3" display="grid" gap="3" maxWidth="dialog">
        <Field
          label={t('externalId.purpose')}
          help={t('externalId.help')}
          error={isWrong ? t('consent.purposeHelp') : undefined}
          required
        >
          {(control) => (
            <PurposePicker
              {...control}
              companyId={companyId}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="sm">
          {t('externalId.submit')}
        </Button>
      </Box>
    </form>
  );
}

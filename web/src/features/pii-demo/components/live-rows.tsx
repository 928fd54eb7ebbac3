import { Box, Flex } from '@chakra-ui/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalIdsChip, useExternalIds } from '../../../pii/external-ids.tsx';
import { isUserHere, REVEAL_MS, useHideOnLeave } from '../../../pii/hide-on-leave.ts';
import { useCan, useUser } from '../../../session/use-session.ts';
import { rawValues, useMaskedRows } from '../queries.ts';
import { type DemoRole, type DemoRow, seesRaw } from '../rules/demo-row.ts';
import { DemoTable } from './demo-table.tsx';
import { PurposeBar } from './purpose-bar.tsx';

interface LiveRowsProps {
  companyId: number;
  role: DemoRole;
  isComparing: boolean;
}

/** Real rows of a company: masked; raw only for a stated purpose that consent covers. */
export function LiveRows({ companyId, role, isComparing }: LiveRowsProps) {
  const { t } = useTranslation('pii-demo');
  const { data, error, refetch } = useMaskedRows(companyId, true);
  const { raw, show, hide } = useRawValues(companyId);
  const mayReveal = useCan()('pii:reveal');
  const own = useUser().role;
  const rows = data?.data.map(({ consentDetails, ...row }): DemoRow => {
    const rawValue = raw.get(row.id);
    return { ...row, purpose: consentDetails.purpose, ...(rawValue === undefined ? {} : { rawValue }) };
  });
  const externalId = useExternalIds(companyId, rows?.map(({ individualId }) => individualId) ?? []);
  const note = !seesRaw(role) ? 'note.analytics' : mayReveal ? null : 'note.own';
  return (
    <DemoTable
      rows={rows}
      role={role}
      isLive
      isComparing={isComparing}
      externalId={externalId}
      error={error}
      onRetry={() => void refetch()}
    >
      <Flex px="4" pt="3" _empty={{ display: 'none' }}>
        <ExternalIdsChip companyId={companyId} />
      </Flex>
      {note === null ? (
        rows && rows.length > 0 ? (
          <PurposeBar
            companyId={companyId}
            total={rows.length}
            shown={raw.size}
            onShow={show}
            onHide={hide}
          />
        ) : null
      ) : (
        <Box px="4" py="3" borderBottomWidth="1px" color="ink.2">
          {t(note, { role: t(`role.${own}`, { defaultValue: own }) })}
        </Box>
      )}
    </DemoTable>
  );
}

type Raw = ReadonlyMap<number, string>;
const none: Raw = new Map();

/** Revealed raw values: kept in component state for 30 s, or until the user leaves the tab. */
function useRawValues(companyId: number) {
  const [raw, setRaw] = useState(none);
  const request = useRef<AbortController>(null);
  const isShowing = raw.size > 0;
  const hide = useCallback(() => setRaw(none), []);
  useHideOnLeave(isShowing, hide);
  useEffect(() => () => request.current?.abort(), []);
  useEffect(() => {
    if (!isShowing) return;
    const timer = setTimeout(hide, REVEAL_MS);
    return () => clearTimeout(timer);
  }, [isShowing, hide]);

  /** @returns the number of values. @throws Problem */
  async function show(purpose: string): Promise<number> {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    const values = await rawValues(companyId, purpose, controller.signal);
    if (isUserHere()) setRaw(values);
    return values.size;
  }

  return { raw, isShowing, show, hide };
}

import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useCan, useUser } from '../../../session/use-session.ts';
import { useMaskedRows } from '../queries.ts';
import { type DemoRole, type DemoRow, purposesOf, seesRaw } from '../rules/demo-row.ts';
import { DemoTable } from './demo-table.tsx';
import { PurposeBar } from './purpose-bar.tsx';
import { useRawValues } from './use-raw-values.ts';

interface LiveRowsProps {
  companyId: number;
  role: DemoRole;
  isComparing: boolean;
}

/** Real rows of a company: masked, and raw only for a purpose that the reader states and consent covers. */
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
  const note = !seesRaw(role) ? 'note.analytics' : mayReveal ? null : 'note.own';
  return (
    <DemoTable
      rows={rows}
      role={role}
      isLive
      isComparing={isComparing}
      error={error}
      onRetry={() => void refetch()}
    >
      {note === null ? (
        rows && rows.length > 0 ? (
          <PurposeBar
            purposes={purposesOf(rows)}
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

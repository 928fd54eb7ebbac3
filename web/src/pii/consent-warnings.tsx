import { Box, Flex } from '@chakra-ui/react';
import type { Warning } from '@pii-vault/contract/consents/consents-schema';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { purposeName } from '../i18n/field-name.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { toConsent } from './consent-form.ts';

/** Kind of object stored with the consent. */
type Target = 'person' | 'import';

/** A warning, with the stated purpose or notice version, and the purpose of the notice. */
interface NamedWarning {
  reason: Warning['reason'];
  name: string;
  purpose: string;
}

const keyOf = (target: Target, id: number) => ['consent-warnings', target, id];

function nameOf(path: string, consent: ReturnType<typeof toConsent>): string {
  const [, key, index] = path.split('.');
  if (key === 'alsoFor') return consent.alsoFor?.[Number(index)] ?? '';
  return (key === 'noticeVersion' ? consent.noticeVersion : consent.purpose) ?? '';
}

/** Keeps the warnings of an answer for `ConsentWarnings` until they are closed or the page is reloaded. */
export function useKeepWarnings() {
  const queryClient = useQueryClient();
  return (
    target: Target,
    id: number,
    warnings: readonly Warning[] | undefined,
    consent: ReturnType<typeof toConsent>,
  ): void => {
    const key = keyOf(target, id);
    // An import may run longer than the default gcTime.
    queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData<NamedWarning[]>(
      key,
      (warnings ?? []).map(({ reason, path, purpose = consent.purpose }) => ({
        ...{ reason, purpose },
        name: nameOf(path, consent),
      })),
    );
  };
}

/** Why the consent of a just stored object may be invalid, and what to do. */
export function ConsentWarnings({ target, id }: { target: Target; id: number }) {
  const { t } = useTranslation('pii');
  const queryClient = useQueryClient();
  const { data = [] } = useQuery<NamedWarning[]>({ queryKey: keyOf(target, id), queryFn: skipToken });
  if (data.length === 0) return null;
  return (
    <Flex role="alert" gap="3" p="3" borderRadius="control" bg="warning.soft" align="start">
      <Box color="warning" mt="0.5">
        <Icon as={TriangleAlert} />
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="strong">{t('warning.title')}</Box>
        {data.map(({ reason, name, purpose }) => (
          <Box key={`${reason} ${name} ${purpose}`} overflowWrap="anywhere">
            {t(`warning.${reason}`, { name, purpose: purposeName(purpose) })}
          </Box>
        ))}
      </Box>
      <IconButton
        size="sm"
        icon={X}
        label={t('warning.close')}
        onClick={() => queryClient.setQueryData(keyOf(target, id), [])}
      />
    </Flex>
  );
}

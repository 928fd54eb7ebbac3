import { Box, Flex } from '@chakra-ui/react';
import type { Decision, Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { statusTone } from '../../rules/relationship-look.ts';
import { DecisionDialog } from './decision-dialog.tsx';

/** What reviewers said, and the two words that the matcher respects for ever. */
export function PairReview({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('lineage');
  const can = useCan();
  const [asking, setAsking] = useState<Decision>();
  const { entry, decisions } = explanation;
  return (
    <Box pt="3" borderTopWidth="1px" display="grid" gap="3">
      {decisions.length === 0 ? null : (
        <Box as="ul" listStyleType="none" display="grid" gap="2" aria-label={t('decide.made')}>
          {decisions.map((made) => (
            <Box as="li" key={made.companyId}>
              <Flex align="center" gap="2" wrap="wrap">
                <StatusBadge tone={statusTone(made.verificationStatus)}>
                  {t(`status.${made.verificationStatus}`)}
                </StatusBadge>
                <Muted>
                  {t('decide.by', {
                    who: made.decidedBy ?? t('decide.somebody'),
                    company:
                      made.companyId === entry.sourceCompanyId
                        ? entry.sourceCompanyName
                        : entry.targetCompanyName,
                  })}{' '}
                  <RelativeTime at={made.decidedAt} />
                </Muted>
              </Flex>
              {made.note === '' ? null : (
                <Box
                  mt="1"
                  whiteSpace="pre-wrap"
                  overflowWrap="anywhere"
                  color={made.note === null ? 'ink.2' : undefined}
                >
                  {made.note ?? t('decide.noteWithheld')}
                </Box>
              )}
            </Box>
          ))}
        </Box>
      )}
      {can('lineage:decide') ? (
        <Flex gap="2">
          <Button icon={Check} disabled={entry.decision === 'verified'} onClick={() => setAsking('verified')}>
            {t('decide.verified')}
          </Button>
          <Button icon={X} disabled={entry.decision === 'rejected'} onClick={() => setAsking('rejected')}>
            {t('decide.rejected')}
          </Button>
        </Flex>
      ) : null}
      {asking ? (
        <DecisionDialog explanation={explanation} decision={asking} onClose={() => setAsking(undefined)} />
      ) : null}
    </Box>
  );
}

import { Box, Flex } from '@chakra-ui/react';
import type { Decision, Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../../ui/changed-meanwhile.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { TextArea } from '../../../../ui/input.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useDecideEntry } from '../../queries.ts';
import { individualName, otherName, statusTone } from '../../rules/relationship-look.ts';

/** Earlier decisions of reviewers, and the buttons Verify and Reject, which the matcher never overrides. */
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

const MAX_NOTE = 2_000;

interface DecisionDialogProps {
  explanation: Explanation;
  decision: Decision;
  onClose: () => void;
}

/** Asks for a note and states the effect of the decision. */
function DecisionDialog({ explanation, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('lineage');
  const [note, setNote] = useState('');
  const { entry, version } = explanation;
  // The entry as the reviewer saw it: it may be refetched while the dialog is open.
  const [opened, setOpened] = useState(version);
  const decide = useDecideEntry({ id: entry.id, version: opened });
  const send = useSend(decide.mutateAsync, onClose);
  const isAcross = entry.sourceCompanyId !== entry.targetCompanyId;
  const reload = () => {
    setOpened(version);
    decide.reset();
  };
  const submit = () =>
    send(
      { verificationStatus: decision, note },
      {
        done: ({ verificationStatus }) => {
          const isWaiting = decision === 'verified' && verificationStatus === 'pending';
          notify.success(t(isWaiting ? 'decide.waiting' : `decide.done.${decision}`));
        },
        failed: (error, isOpen) => {
          if (!(isOpen && isChangedMeanwhile(error)))
            notify.error(t('decide.error'), messageOf(error, t('decide.failed')), { error });
        },
      },
    );
  return (
    <FormDialog
      title={t(`decide.title.${decision}`, {
        one: individualName(entry.individualId),
        other: otherName(entry),
      })}
      description={t(isAcross ? `decide.across.${decision}` : `decide.inside.${decision}`)}
      isDirty={note !== ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      submit={t(`decide.${decision}`)}
      pending={decide.isPending}
      isDanger={decision === 'rejected'}
    >
      <ChangedMeanwhile error={decide.error} onReload={reload} />
      <Field label={t('decide.note')} help={t('decide.noteHelp')}>
        {(control) => (
          <TextArea
            {...control}
            value={note}
            maxLength={MAX_NOTE}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

import { Grid } from '@chakra-ui/react';
import { type AccessLine, revokeReasons } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDecideLine } from '../queries.ts';
import { useLineName } from './review-columns.tsx';

const PRIVILEGED: readonly string[] = ['super_admin', 'admin'];

/** Asks for the reason and takes the access away; a refusal leaves the line as it is. */
export function RevokeDialog({
  reviewId,
  line,
  onClose,
}: {
  reviewId: number;
  line: AccessLine;
  onClose: () => void;
}) {
  const { t } = useTranslation('governance');
  const name = useLineName()(line);
  const decide = useDecideLine(reviewId);
  const send = useSend(decide.mutateAsync, onClose);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { kind, via, role } = line;
  const needsReason = kind === 'account' && PRIVILEGED.includes(role);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = revokeReasons.find((one) => one === reason);
    setMissing(needsReason && chosen === undefined);
    if (needsReason && chosen === undefined) return;
    void send(
      { line, decision: 'revoke', ...(chosen === undefined ? {} : { reason: chosen }) },
      {
        done: () => notify.success(t('review.revokedDone', { name })),
        failed: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
      },
    );
  };
  const effect = kind === 'credential' ? 'credential' : via;
  return (
    <FormDialog
      title={t(kind === 'credential' ? 'review.revokeCredential' : 'review.revokeAccount', { name })}
      description={t(`review.effect.${effect}`)}
      isDirty={reason !== ''}
      onClose={onClose}
      onSubmit={submit}
      submit={t('review.revoke')}
      pending={decide.isPending}
      isDanger
    >
      <Grid gap="3">
        <Field
          label={t(needsReason ? 'review.reasonNeeded' : 'review.reasonOptional')}
          required={needsReason}
          {...(isMissing ? { error: t('form.required') } : {})}
        >
          {(field) => (
            <Select
              {...field}
              value={reason}
              placeholder={t('review.chooseReason')}
              options={revokeReasons.map((value) => ({ value, label: t(`review.reason.${value}`) }))}
              onChange={(event) => {
                setReason(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
      </Grid>
    </FormDialog>
  );
}

import { Box } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Problem } from '@pii-vault/contract/problem';
import { blockIpSchema } from '@pii-vault/contract/security/security-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Input } from '../../../../ui/input.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useBlockAddress } from '../../queries.ts';

/** Duration of a block in hours; '' for unlimited. */
const lengths = ['1', '24', '168', '720', ''] as const;
const schema = z.object({
  ipAddress: blockIpSchema.shape.ipAddress,
  reason: blockIpSchema.shape.reason,
  hours: z.enum(lengths),
});
const HOUR_MS = 3_600_000;

interface BlockDialogProps {
  address: string;
  reason: string;
  onClose: () => void;
}

/** Blocks an address or a range. A block of the user's own address needs a second confirmation. */
export function BlockDialog({ address, reason, onClose }: BlockDialogProps) {
  const { t } = useTranslation('security');
  const [isOwn, setOwn] = useState(false);
  const block = useBlockAddress();
  const send = useSend(block.mutateAsync, onClose);
  const { register, formState, handleSubmit } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ipAddress: address, reason, hours: '24' } satisfies z.input<typeof schema>,
  });
  const { errors, isDirty } = formState;

  const submit = handleSubmit(({ ipAddress, reason: why, hours }) =>
    send(
      {
        ipAddress,
        reason: why,
        confirm: isOwn,
        ...(hours === ''
          ? {}
          : { blockedUntil: new Date(Date.now() + Number(hours) * HOUR_MS).toISOString() }),
      },
      {
        done: () => notify.success(t('block.done', { address: ipAddress })),
        failed: (error, isOpen) => {
          if (isOpen && error instanceof Problem && error.reason === 'LOCKS_OUT') setOwn(true);
          else notify.error(t('error'), messageOf(error, t('block.failed')), { error });
        },
      },
    ),
  );

  return (
    <FormDialog
      title={t('block.title')}
      description={t('block.text')}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(block.isPending ? 'block.pending' : isOwn ? 'block.anyway' : 'block.confirm')}
      pending={block.isPending}
      isDanger
    >
      <Field label={t('column.ip')} error={errors.ipAddress?.message} help={t('block.help')} required>
        {(control) => <Input {...control} {...register('ipAddress')} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field label={t('column.reason')} error={errors.reason?.message} required>
        {(control) => <Input {...control} {...register('reason')} maxLength={200} />}
      </Field>
      <Field label={t('block.length')} error={errors.hours?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('hours')}
            options={lengths.map((value) => ({ value, label: t(`block.for.${value || 'open'}`) }))}
          />
        )}
      </Field>
      {isOwn ? (
        <Box role="alert" color="error">
          {t('block.own')}
        </Box>
      ) : null}
    </FormDialog>
  );
}

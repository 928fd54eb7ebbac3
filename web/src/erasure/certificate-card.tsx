import { Box, Flex } from '@chakra-ui/react';
import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../client/download.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { Mono } from '../ui/mono.tsx';
import { certificateFile } from './erasure-state.ts';
import { type CertificateVerdict, openCertificate } from './open-certificate.ts';

/** The certificate of an erasure, with buttons to save it and to check it in the browser. */
export function CertificateCard({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation('erasure');
  const [verdict, setVerdict] = useState<CertificateVerdict>();
  const { certificate } = erasure;
  if (certificate === null) return <Box color="ink.2">{t('noCertificate')}</Box>;
  const save = () =>
    saveFile(new Blob([certificate.note], { type: 'text/plain;charset=utf-8' }), certificateFile(erasure));
  return (
    <Box borderWidth="1px" borderRadius="control" p="3" display="grid" gap="2">
      <Box textStyle="strong">{t('certificate')}</Box>
      <Box color="ink.2" textStyle="small">
        {t('key')} <Mono overflowWrap="anywhere">{certificate.keyId}</Mono>
      </Box>
      <Box color="ink.2" textStyle="small">
        {t('publicKey')} <Mono overflowWrap="anywhere">{certificate.publicKey}</Mono>
      </Box>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" icon={Download} onClick={save}>
          {t('save')}
        </Button>
        <Button size="sm" icon={ShieldCheck} onClick={() => void openCertificate(erasure).then(setVerdict)}>
          {t('verify')}
        </Button>
      </Flex>
      {verdict ? <Verdict verdict={verdict} /> : null}
    </Box>
  );
}

function Verdict({ verdict }: { verdict: CertificateVerdict }) {
  const { t } = useTranslation('erasure');
  const format = useFormat();
  return verdict.isGenuine ? (
    <Box role="status" color="success">
      {t('genuine', { at: format.dateTime(verdict.copiesOpenUntil) })}
    </Box>
  ) : (
    <Box role="alert" color="error">
      {t(`fault.${verdict.fault}`)}
    </Box>
  );
}

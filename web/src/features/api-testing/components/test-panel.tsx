import { Box, Flex, Grid } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notify } from '../../../ui/notify.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type ApiAnswer, sendRequest } from '../queries.ts';
import { blockedBy, initialRequest, pathOf, type TypedRequest } from '../rules/api-request.ts';
import type { Endpoint } from '../rules/endpoint.ts';
import { type Schemas, typeText } from '../rules/json-schema.ts';
import { BodyEditor } from './body-editor.tsx';
import { CodeSamples } from './code-samples.tsx';
import { methodTones } from './endpoint-list.tsx';
import { ResponseView } from './response-view.tsx';

interface TestPanelProps {
  endpoint: Endpoint;
  schemas: Schemas;
  token: string;
  companyId: number | undefined;
}

/** Request, response and code samples of one call. Its `key` must be the endpoint, so that the inputs reset. */
export function TestPanel({ endpoint, schemas, token, companyId }: TestPanelProps) {
  const { t } = useTranslation('api-testing');
  const [typed, setTyped] = useState<TypedRequest>(() => initialRequest(endpoint, companyId));
  const { answer, isSending, send } = useSend(endpoint, typed, token);
  const { method, path, body, needsToken, permission } = endpoint;
  const lacksToken = needsToken && token === '';
  const blocked = blockedBy(endpoint, typed);
  return (
    <>
      <Card
        title={
          <Flex as="span" gap="2" align="center" wrap="wrap">
            <StatusBadge tone={methodTones[method]}>{method}</StatusBadge>
            <Mono overflowWrap="anywhere">{path}</Mono>
          </Flex>
        }
        badge={lacksToken ? <StatusBadge tone="warning">{t('test.tokenRequired')}</StatusBadge> : null}
      >
        <Box mb="1" lang="en">
          {endpoint.summary}
        </Box>
        <Box color="ink.2" mb="4">
          {permission ? t('test.needs', { permission }) : t(needsToken ? 'test.caller' : 'test.public')}
        </Box>
        <Box display="grid" gap="4">
          <ParamFields
            parameters={endpoint.parameters}
            schemas={schemas}
            values={typed.values}
            onChange={(values) => setTyped({ ...typed, values })}
          />
          {body === undefined ? null : body.mediaType === 'application/json' ? (
            <BodyEditor
              label={t('test.body')}
              value={typed.body}
              onChange={(text) => setTyped((now) => ({ ...now, body: text }))}
              schema={body.schema}
              schemas={schemas}
            />
          ) : (
            <Field label={t('test.text', { type: body.mediaType })}>
              {(control) => (
                <TextArea
                  {...control}
                  value={typed.body}
                  onChange={(event) => setTyped({ ...typed, body: event.target.value })}
                />
              )}
            </Field>
          )}
          <Flex gap="3" align="center" wrap="wrap">
            <Button
              variant="primary"
              icon={Send}
              pending={isSending}
              disabled={blocked !== undefined}
              onClick={send}
            >
              {t(isSending ? 'test.sending' : 'test.send')}
            </Button>
            {blocked ? <Box color="ink.2">{t(`blocked.${blocked}`)}</Box> : null}
          </Flex>
        </Box>
      </Card>
      {answer ? <ResponseView answer={answer} /> : null}
      <CodeSamples endpoint={endpoint} typed={typed} />
    </>
  );
}

/** Sends the call and shows a toast with the result. Ignores a response that arrives after unmounting. */
function useSend(endpoint: Endpoint, typed: TypedRequest, token: string) {
  const { t } = useTranslation('api-testing');
  const [answer, setAnswer] = useState<ApiAnswer>();
  const [isSending, setSending] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function send(): Promise<void> {
    const { method, body, needsToken } = endpoint;
    setSending(true);
    try {
      const got = await sendRequest({
        method,
        path: pathOf(endpoint, typed),
        token: needsToken ? token : '',
        body: body !== undefined && method === 'POST' ? typed.body : undefined,
      });
      if (!isHere.current) return;
      setAnswer(got);
      if (got.isOk) notify.success(t('test.success'), t('test.done', { method, path: endpoint.path }));
      else notify.error(t('test.apiError'), got.message ?? t('test.failed'));
    } catch (error) {
      if (isHere.current) notify.error(t('test.requestFailed'), String(error));
    }
    if (isHere.current) setSending(false);
  }
  return { answer, isSending, send: () => void send() };
}

interface ParamFieldsProps {
  parameters: Endpoint['parameters'];
  schemas: Schemas;
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Inputs for the path and query parameters. */
function ParamFields({ parameters, schemas, values, onChange }: ParamFieldsProps) {
  if (parameters.length === 0) return null;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="3">
      {parameters.map(({ name, required, schema, example }) => (
        <Field key={name} label={name} help={typeText(schema, schemas)} required={required}>
          {(control) => (
            <Input
              {...control}
              value={values[name] ?? ''}
              placeholder={example === undefined ? '' : String(example)}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      ))}
    </Grid>
  );
}

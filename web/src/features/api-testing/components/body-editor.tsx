import { Box } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../../../routing/late-part.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { parsedBody } from '../rules/api-request.ts';
import { bodyProblems } from '../rules/json-schema.ts';
import type { JsonEditorProps } from './json-editor.tsx';

/** CodeMirror is a separate chunk, loaded when the first body is shown. */
const JsonEditor = latePart(async () => (await import('./json-editor.tsx')).JsonEditor);

/** JSON editor with the problems that the schema finds in the body. */
export function BodyEditor(props: JsonEditorProps) {
  const { t } = useTranslation('api-testing');
  return (
    <Box display="grid" gap="2">
      <Suspense fallback={<SkeletonLines count={4} />}>
        <JsonEditor {...props} />
      </Suspense>
      <Box role="status" textStyle="small" color="ink.2">
        <Hints {...props} />
        <Box>{t('hint.complete')}</Box>
      </Box>
    </Box>
  );
}

function Hints({ value, schema, schemas }: Pick<JsonEditorProps, 'value' | 'schema' | 'schemas'>) {
  const { t } = useTranslation('api-testing');
  const problems = problemsOf(value, schema, schemas);
  if (problems === undefined) return <Box color="error">{t('hint.json')}</Box>;
  return problems.map(({ path, kind, name }) => (
    <Box key={`${path.join('.')}-${kind}-${name}`} color="warning">
      {t(`hint.${kind}`, { name: [...path, name].join('.') })}
    </Box>
  ));
}

/** undefined if the text is not valid JSON. */
function problemsOf(
  value: string,
  schema: JsonEditorProps['schema'],
  schemas: JsonEditorProps['schemas'],
): ReturnType<typeof bodyProblems> | undefined {
  try {
    return bodyProblems(parsedBody(value), schema, schemas);
  } catch {
    return undefined;
  }
}

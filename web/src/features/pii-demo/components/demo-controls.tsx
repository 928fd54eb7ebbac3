import { Box, Flex } from '@chakra-ui/react';
import { Columns2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { demoRole, demoRoles, seesRaw } from '../rules/demo-row.ts';

/** Role, live rows, comparison: all in the address. */
export function DemoControls() {
  const { t } = useTranslation('pii-demo');
  const { get, set } = useUrlState();
  const role = demoRole(get('role'), useUser().role);
  const isComparing = get('compare') === '1';
  return (
    <Flex gap="4" wrap="wrap" align="flex-end" mb="4">
      <Box width={{ base: 'full', md: 'search' }}>
        <Field label={t('role.label')} help={t(seesRaw(role) ? 'role.raw' : 'role.masked')}>
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={(event) => set({ role: event.target.value })}
              options={demoRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
            />
          )}
        </Field>
      </Box>
      <Box pb="6">
        <Checkbox
          role="switch"
          checked={get('live') === '1'}
          onChange={(event) => set({ live: event.target.checked ? '1' : null })}
        >
          {t('enableLive')}
        </Checkbox>
      </Box>
      <Box pb="6" ms="auto">
        <Button
          icon={Columns2}
          aria-pressed={isComparing}
          onClick={() => set({ compare: isComparing ? null : '1' })}
        >
          {t(isComparing ? 'compare.hide' : 'compare.show')}
        </Button>
      </Box>
    </Flex>
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';

const StyledForm = chakra('form', { base: { display: 'grid', gap: '4' } });

/** A form whose messages come from the contract's schema and not from the browser. */
export const Form = (props: ComponentProps<typeof StyledForm>) => <StyledForm noValidate {...props} />;

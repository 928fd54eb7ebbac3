import { Box } from '@chakra-ui/react';
import { Toaster as ChakraToaster, createToaster, Toast } from '@chakra-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const toaster = createToaster({ placement: 'bottom-end', max: 1, duration: 5000, pauseOnPageIdle: true });

/** Toasts, one at a time, 5 s. Values that are PII never go into one. */
export const notify = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
};

function show(type: 'success' | 'error', title: string, description?: string): void {
  toaster.remove();
  toaster.create({ type, title, description });
}

export function Toaster() {
  return (
    <ChakraToaster toaster={toaster} insetInline={{ mdDown: '4' }}>
      {(toast) => (
        <Toast.Root>
          <Box color={toast.type === 'error' ? 'error' : 'success'} mt="0.5">
            <Icon as={toast.type === 'error' ? TriangleAlert : CircleCheck} />
          </Box>
          <Box flex="1" minWidth="0">
            <Toast.Title>{toast.title}</Toast.Title>
            {toast.description ? <Toast.Description>{toast.description}</Toast.Description> : null}
          </Box>
          <Toast.CloseTrigger asChild>
            <Button variant="ghost" size="iconSm">
              <Icon as={X} size={14} />
            </Button>
          </Toast.CloseTrigger>
        </Toast.Root>
      )}
    </ChakraToaster>
  );
}

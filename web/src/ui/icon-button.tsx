import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'size'> {
  icon: LucideIcon;
  /** Its accessible name and tooltip. */
  label: string;
  size?: 'md' | 'sm';
}

/** A button that is only an icon, with its name as a tooltip. */
export function IconButton({ icon, label, size = 'md', variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <Button variant={variant} size={size === 'sm' ? 'iconSm' : 'icon'} aria-label={label} {...rest}>
        <Icon as={icon} />
      </Button>
    </Tooltip>
  );
}

import type { LucideIcon } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface IconButtonProps {
  icon: LucideIcon;
  /** Its name, which also shows on hover. */
  label: string;
  variant?: 'quiet' | 'secondary';
  disabled?: boolean;
  onClick: () => void;
}

export const IconButton = ({ icon: Icon, label, variant = 'quiet', ...rest }: IconButtonProps) => (
  <Button variant={variant} size="denseIcon" aria-label={label} title={label} {...rest}>
    <Icon aria-hidden />
  </Button>
);

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'size' | 'children'> {
  icon: LucideIcon;
  /** Its name, which also shows on hover. */
  label: string;
}

export const IconButton = ({ label, ...button }: IconButtonProps) => (
  <Button variant="quiet" {...button} size="denseIcon" aria-label={label} title={label} />
);

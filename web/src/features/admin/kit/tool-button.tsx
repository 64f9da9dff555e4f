import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';

type ToolButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'variant' | 'size'> & {
  title: string;
};

/** A tool of a list. Its name hides where an open record leaves little room; on a phone the tools have their own line. */
export const ToolButton = ({ title, ...button }: ToolButtonProps) => (
  <Button {...button} variant="secondary" size="dense" title={title}>
    <span className="@md:@max-4xl:sr-only">{title}</span>
  </Button>
);

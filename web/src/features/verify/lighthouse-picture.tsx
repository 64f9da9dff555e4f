import { DRAWING_VIEW, Sea } from '#web/ui/drawings.tsx';
import { Drawing, type PictureProps } from '#web/ui/illustrations.tsx';

/** A lighthouse: whoever looks can see. */
export function LighthousePicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={DRAWING_VIEW} className={className}>
      <path d="M106 104l6-56h16l6 56" />
      <path d="M109 78h22M111 62h18M107.500 92h25" />
      <path d="M108 48h24M112 48V34h16v14M110 34l10-10 10 10z" />
      <path d="M84 112c4-6 12-8 20-8h32c8 0 16 2 20 8" />
      <g className="text-teal" stroke="currentColor">
        <path d="M106 38L34 22M106 44L34 58" />
        <path d="M134 38l72-16M134 44l72 14" />
      </g>
      <Sea y={118} />
    </Drawing>
  );
}

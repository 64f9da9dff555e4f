import { DRAWING_VIEW, Sea } from '#web/ui/drawings.tsx';
import { Drawing, type PictureProps } from '#web/ui/illustrations.tsx';

/** A lifebuoy: no claim, and help when there is one. */
export function LifebuoyPicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={DRAWING_VIEW} className={className}>
      <circle cx="120" cy="60" r="42" />
      <circle cx="120" cy="60" r="20" />
      <g className="text-coral" stroke="currentColor" strokeWidth="2.25">
        <path d="M106 20.500l7 20M134 20.500l-7 20M106 99.500l7-20M134 99.500l-7-20" />
        <path d="M80.500 46l20 7M80.500 74l20-7M159.500 46l-20 7M159.500 74l-20-7" />
      </g>
      <g className="text-teal" stroke="currentColor">
        <path d="M92 28c-20 8-32 24-26 46 2 8-4 14-14 12" />
        <path d="M148 92c14-4 24-16 26-32" />
      </g>
      <Sea y={116} />
    </Drawing>
  );
}

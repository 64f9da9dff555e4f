import { DRAWING_VIEW, Sea } from '#web/ui/drawings.tsx';
import { Drawing, type PictureProps } from '#web/ui/illustrations.tsx';

/** A message in a bottle. */
export function BottlePicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={DRAWING_VIEW} className={className}>
      <g transform="rotate(-24 120 72)">
        <path d="M70 54h66c8 0 10 8 20 8h18v20h-18c-10 0-12 8-20 8H70c-8 0-12-6-12-18s4-18 12-18z" />
        <path d="M174 60h10v24h-10z" />
        <path d="M184 64h10v16h-10" className="text-line-strong" stroke="currentColor" />
        <g className="text-teal" stroke="currentColor">
          <path d="M80 62h44v20H80z" />
          <path d="M87 69h30M87 75h20" />
        </g>
      </g>
      <g className="text-line-strong" stroke="currentColor" strokeWidth="1.25">
        <circle cx="46" cy="34" r="16" />
        <path d="M194 26c4-5 8-5 12 0 4-5 8-5 12 0" />
      </g>
      <Sea />
    </Drawing>
  );
}

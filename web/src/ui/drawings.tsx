// A small drawing for each empty or rare state that several screens show. One that a single screen shows is beside it.
import { Drawing, type PictureProps } from './illustrations.tsx';

export const DRAWING_VIEW = '0 0 240 140';

export function Sea({ y = 112 }: { y?: number }) {
  return (
    <g className="text-teal" stroke="currentColor" transform={`translate(0 ${y})`}>
      <path d="M16 0c9-6 17-6 26 0s17 6 26 0 17-6 26 0 17 6 26 0 17-6 26 0 17 6 26 0 17-6 26 0 17 6 26 0" />
      <path
        d="M42 14c9-6 17-6 26 0s17 6 26 0 17-6 26 0 17 6 26 0 17-6 26 0 17 6 26 0"
        className="text-line-strong"
        stroke="currentColor"
      />
    </g>
  );
}

/** A quay with a free bollard and a coiled line: nothing is moored yet. */
export function EmptyMooringPicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={DRAWING_VIEW} className={className}>
      <path d="M116 76h112M116 76v32M140 76v30M168 76v28M196 76v30" />
      <path d="M180 76V58c0-3-8-4-8-10s8-9 20-9 20 3 20 9-8 7-8 10v18" />
      <path d="M180 62h24" />
      <g className="text-teal" stroke="currentColor" strokeWidth="2.25">
        <path d="M180 68c-12 0-15 5-22 6" />
        <path d="M134 70c0-4 6-7 13-7s13 3 13 7-6 6-13 6-13-2-13-6z" />
        <path d="M139 70c0-2 4-4 8-4s8 2 8 4" />
      </g>
      <g className="text-line-strong" stroke="currentColor" strokeWidth="1.25">
        <circle cx="58" cy="42" r="18" />
        <path d="M88 30c4-5 8-5 12 0 4-5 8-5 12 0" />
      </g>
      <Sea />
    </Drawing>
  );
}

/** A mooring line that has come off: the address leads nowhere. */
export function CutRopePicture({ className = 'h-40' }: PictureProps) {
  return (
    <Drawing viewBox={DRAWING_VIEW} className={className}>
      <path d="M14 84h52M26 84V64c0-3-7-4-7-9s7-8 17-8 17 3 17 8-7 6-7 9v20" />
      <g className="text-teal" stroke="currentColor" strokeWidth="2.25">
        <path d="M46 70c16 8 30 10 46 4" />
        <path d="M92 74l7-7M92 74l9-1M92 74l6 6" />
      </g>
      <g className="text-coral" stroke="currentColor" strokeWidth="2.25">
        <path d="M142 68c10-4 18-2 26 6" />
        <path d="M142 68l-8-5M142 68l-9 2M142 68l-5 8" />
      </g>
      <path d="M160 92h68c-3 12-10 18-20 18h-32c-9 0-14-6-16-18z" />
      <path d="M194 92V40M194 44l24 40h-24M188 56l-16 28h16" />
      <path d="M168 74l-2 18" />
      <g className="text-line-strong" stroke="currentColor" strokeWidth="1.25">
        <path d="M108 40c4-5 8-5 12 0 4-5 8-5 12 0M124 54c3-4 6-4 9 0 3-4 6-4 9 0" />
      </g>
      <Sea y={116} />
    </Drawing>
  );
}

/** A buoy in fog: the network is out of sight. */
export function FogPicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={DRAWING_VIEW} className={className}>
      <path d="M98 100l14-52h16l14 52z" />
      <path d="M107 66h26M103 82h34" />
      <path d="M112 48l4-12h8l4 12M120 36v-8" />
      <path d="M86 100h68c-2 8-8 12-16 12h-36c-8 0-14-4-16-12z" />
      <g className="text-line-strong" stroke="currentColor" strokeWidth="2.25">
        <path d="M20 56h58M150 56h46M40 72h46M156 72h64M14 88h66M160 88h40" />
        <path d="M60 40h34M146 40h54" />
      </g>
      <Sea y={118} />
    </Drawing>
  );
}

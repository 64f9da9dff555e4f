// One small drawing for each empty or rare state. They load with the screens that show them.
import { Drawing, type PictureProps } from './illustrations.tsx';

const VIEW = '0 0 240 140';

function Sea({ y = 112 }: { y?: number }) {
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
    <Drawing viewBox={VIEW} className={className}>
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
    <Drawing viewBox={VIEW} className={className}>
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

/** A message in a bottle. */
export function BottlePicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={VIEW} className={className}>
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

/** A lifebuoy: no claim, and help when there is one. */
export function LifebuoyPicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={VIEW} className={className}>
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

/** A buoy in fog: the network is out of sight. */
export function FogPicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={VIEW} className={className}>
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

/** A lighthouse: whoever looks can see. */
export function LighthousePicture({ className = 'h-32' }: PictureProps) {
  return (
    <Drawing viewBox={VIEW} className={className}>
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

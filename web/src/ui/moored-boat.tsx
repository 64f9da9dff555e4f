import { cn } from '#web/lib/cn.ts';

interface MooredBoatProps {
  /** How far the line hangs: 1 for slack, 0 for taut. */
  slack: number;
  /** What happened to the payment last, above the line. */
  label: string;
  className?: string;
}

/** The sag of a line in the drawing's units, so that one that is nearly taut still hangs a little. */
const SAG = 64;

/**
 * A boat at its mooring. The line hangs while a payment is under way and is drawn taut when the chain confirms it. It is
 * one curve between two fixed points, scaled, so that every browser can move it.
 */
export function MooredBoat({ slack, label, className }: MooredBoatProps) {
  const taut = slack === 0;
  return (
    <svg
      viewBox="0 0 560 300"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn('text-ink', className)}
    >
      <g className="text-line-strong" stroke="currentColor" strokeWidth="1.25">
        <circle cx="432" cy="62" r="30" className={cn(taut && 'fill-amber-soft')} />
        <path d="M24 96h74M112 96h22M40 108h38" />
        <path d="M318 58c5-6 11-6 16 0 5-6 11-6 16 0M340 82c4-5 8-5 12 0 4-5 8-5 12 0" />
      </g>
      <path d="M204 214V44" />
      <path d="M212 68c38 28 58 70 62 118h-62z" className="fill-surface" />
      <path d="M196 92c-26 26-40 60-40 94h40z" className="fill-surface" />
      <path d="M204 44l18 7-18 8" className={cn('text-teal', taut && 'fill-teal')} stroke="currentColor" />
      <path d="M112 206h196c-7 27-25 42-50 42H162c-25 0-44-15-50-42z" className="fill-surface" />
      <path d="M126 221h170" />
      <g
        data-slack={slack.toFixed(2)}
        className="text-teal transition-transform duration-600 ease-out motion-reduce:transition-none"
        style={{ transform: `scaleY(${Math.max(slack, 0.001)})`, transformOrigin: '302px 210px' }}
      >
        <path
          d={`M302 210q63 ${SAG * 2} 126 0`}
          stroke="currentColor"
          strokeWidth="2.75"
          vectorEffect="non-scaling-stroke"
        />
      </g>
      <path d="M414 210h44M420 210c0-9-6-9-6-16s7-11 22-11 22 4 22 11-6 7-6 16" className="fill-surface" />
      <path d="M396 236h112v52H396z" className="fill-surface" />
      <path d="M422 210v26M450 210v26M396 261h112" />
      <text
        x="360"
        y="196"
        textAnchor="middle"
        stroke="none"
        className={cn('text-[17px] font-medium', taut ? 'fill-teal' : 'fill-muted')}
      >
        {label}
      </text>
      <g className="text-teal" stroke="currentColor">
        <path d="M16 256c13-9 26-9 39 0s26 9 39 0 26-9 39 0 26 9 39 0 26-9 39 0 26 9 39 0 26-9 39 0 26 9 39 0 26-9 39 0 26 6 36 0" />
        <path d="M52 278c13-9 26-9 39 0s26 9 39 0 26-9 39 0 26 9 39 0 26-9 39 0 26 9 39 0 26-9 39 0" />
      </g>
    </svg>
  );
}

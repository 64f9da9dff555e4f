import type { ReactNode } from 'react';

interface DrawingProps {
  viewBox: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Drawing({ viewBox, className, children }: DrawingProps) {
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}

export interface PictureProps {
  className?: string;
}

function HousePicture({ className = 'h-16' }: PictureProps) {
  return (
    <Drawing viewBox="0 0 96 64" className={className}>
      <path d="M4 58h88" />
      <path d="M22 58V30L48 10l26 20v28" />
      <path d="M16 34.5 48 10l32 24.5" />
      <path d="M63 21.5V12h6v14" />
      <path d="M42 58V43h12v15" />
      <path d="M29 37h8v8h-8zM59 37h8v8h-8z" />
      <path d="M33 37v8M63 37v8" />
      <path d="M84 58c0-6-1-9 2-13 3 4 2 7 2 13" />
    </Drawing>
  );
}

function CarPicture({ className = 'h-16' }: PictureProps) {
  return (
    <Drawing viewBox="0 0 96 64" className={className}>
      <path d="M4 58h88" />
      <path d="M16 50h-4c-1 0-2-1-2-2v-8c0-3 2-5 5-5.5L26 33l9-11c1.5-2 3.5-3 6-3h17c3 0 5 1 7 3l9 10 8 1.5c4 .5 6 3 6 7V48c0 1-1 2-2 2h-4" />
      <path d="M36 50h24" />
      <circle cx="26" cy="50" r="8" />
      <circle cx="26" cy="50" r="2.5" />
      <circle cx="70" cy="50" r="8" />
      <circle cx="70" cy="50" r="2.5" />
      <path d="M33 33l6.5-8c.7-1 1.5-1 2.5-1h7v9zM54 33v-9h5c1.5 0 2.5.5 3.5 1.5L69 33z" />
      <path d="M53 38h4" />
    </Drawing>
  );
}

function RoutePicture({ className = 'h-16' }: PictureProps) {
  return (
    <Drawing viewBox="0 0 96 64" className={className}>
      <path d="M18 54c-6-7-9-11-9-16a9 9 0 0 1 18 0c0 5-3 9-9 16z" />
      <circle cx="18" cy="38" r="3" />
      <path d="M76 32c-6-7-9-11-9-16a9 9 0 0 1 18 0c0 5-3 9-9 16z" />
      <circle cx="76" cy="16" r="3" />
      <path d="M26 55c14 3 20-2 18-9-2-8 6-12 14-9 5 2 10 1 14-2" strokeDasharray="1 5" />
      <path d="M34 14l14 5-5 3-2 6-3-4-8 2 4-5z" />
    </Drawing>
  );
}

export function MooringPicture({ className = 'w-full' }: PictureProps) {
  return (
    <Drawing viewBox="0 0 440 320" className={className}>
      <g className="text-line-strong" stroke="currentColor" strokeWidth="1.25">
        <circle cx="330" cy="78" r="34" />
        <path d="M20 128h86M128 128h28M34 140h44" />
        <path d="M236 54c5-6 11-6 16 0 5-6 11-6 16 0M256 80c4-5 8-5 12 0 4-5 8-5 12 0" />
      </g>
      <path d="M214 222V68" />
      <path d="M222 92c34 26 52 62 56 104h-56z" />
      <path d="M206 112c-22 24-34 52-36 84h36z" />
      <path d="M214 68l14 6-14 6" className="text-teal" stroke="currentColor" />
      <path d="M128 222h176c-6 24-22 38-44 38h-92c-22 0-36-14-40-38z" />
      <path d="M140 236h152" />
      <g className="text-teal" stroke="currentColor" strokeWidth="2.25">
        <path d="M300 230c30 34 58 30 76-2" />
      </g>
      <path d="M366 228h32M370 228c0-8-5-8-5-14s5-9 17-9 17 3 17 9-5 6-5 14" />
      <path d="M344 252h80v44h-80z" />
      <path d="M372 228v24M392 228v24M344 274h80" />
      <g className="text-teal" stroke="currentColor">
        <path d="M16 268c12-8 24-8 36 0s24 8 36 0 24-8 36 0 24 8 36 0 24-8 36 0 24 8 36 0 24-8 36 0 24 8 36 0 24-6 32-2" />
        <path d="M44 290c12-8 24-8 36 0s24 8 36 0 24-8 36 0 24 8 36 0 24-8 36 0 24 8 36 0" />
        <path d="M96 310c10-6 20-6 30 0s20 6 30 0 20-6 30 0" />
      </g>
    </Drawing>
  );
}

export const PRODUCT_PICTURES = { home: HousePicture, car: CarPicture, travel: RoutePicture } as const;

export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-primary"
      >
        <circle cx="16" cy="9.5" r="3.6" />
        <path d="M16 13.1V22" />
        <path d="M11.5 16.4h9" />
        <path d="M6.5 18.5C6.5 23.2 10.7 26 16 26s9.5-2.8 9.5-7.5" />
      </g>
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="text-lg font-semibold tracking-tight max-[359px]:sr-only">Mooring</span>
    </span>
  );
}

import type { Drawing } from './drawing.ts';

/** A car from the side, with what is in it. */
export const CAR: Drawing = {
  outline: (
    <>
      <path d="M104 212h192" />
      <path d="M122 196h-5c-2 0-4-2-4-4v-18c0-6 3-9 9-10l26-4 19-22c3-3 6-5 11-5h32c6 0 10 2 14 6l19 21 16 3c7 1 10 6 10 12v17c0 2-2 4-4 4h-8" />
      <path d="M153 197h73" />
      <path d="M156 160l16-18c2-2 4-3 7-3h14v21zM199 160v-21h10c4 0 7 1 9 4l16 17z" />
      <path d="M196 160v37M204 171h8" />
      <circle cx="241" cy="197" r="14" />
      <circle cx="241" cy="197" r="5" />
    </>
  ),
  parts: {
    weather: {
      side: 'left',
      row: 0,
      at: [160, 68],
      lines: (
        <>
          <path d="M172 92a12 12 0 0 1 1-24 17 17 0 0 1 33-4 14 14 0 0 1 2 28z" />
          <path d="M176 101v1M188 107v1M200 101v1M182 116v1M194 120v1M206 114v1" strokeWidth="3" />
        </>
      ),
    },
    racing: {
      side: 'left',
      row: 1,
      at: [120, 126],
      lines: <path d="M122 164v-42h22l-4 7 4 7h-22M130 122v14M137 122v14M122 129h18" />,
    },
    inside: {
      side: 'left',
      row: 2,
      at: [166, 154],
      lines: <path d="M168 160v-9h13v9zM171 151v-4h7v4" />,
    },
    tires: {
      side: 'left',
      row: 3,
      at: [126, 206],
      lines: (
        <>
          <circle cx="138" cy="197" r="14" />
          <circle cx="138" cy="197" r="5" />
          <path d="M138 183v5M138 206v5M124 197h5M147 197h5" />
        </>
      ),
    },
    driver: {
      side: 'right',
      row: 0,
      at: [222, 148],
      lines: (
        <>
          <path d="M214 160l8-12" />
          <ellipse cx="219" cy="152" rx="3" ry="8" transform="rotate(-24 219 152)" />
        </>
      ),
    },
    accident: {
      side: 'right',
      row: 1,
      at: [266, 142],
      lines: <path d="M251 153l-3-10M259 154l3-13M267 158l9-8M270 166l10-1" />,
    },
    theft: {
      side: 'right',
      row: 2,
      at: [254, 178],
      lines: <path d="M248 176h12v9h-12zM250.500 176v-3a3.500 3.500 0 0 1 7 0v3" />,
    },
    others: {
      side: 'right',
      row: 3,
      at: [292, 196],
      lines: (
        <>
          <circle cx="285" cy="181" r="4" />
          <path d="M285 185v14M285 189l-6 5M285 189l6 5M285 199l-4 13M285 199l4 13" />
        </>
      ),
    },
  },
};

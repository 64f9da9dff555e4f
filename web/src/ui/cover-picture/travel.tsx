import type { Drawing } from './drawing.ts';

/** A trip from home and back. */
export const TRAVEL: Drawing = {
  outline: (
    <>
      <path d="M104 208h192" />
      <path d="M112 208v-16l13-11 13 11v16M121 208v-9h8v9" />
      <path d="M262 208v-22h10v22M272 208v-32h12v32M276 182v1M276 190v1M276 198v1M280 182v1M280 190v1M266 192v1M266 199v1" />
      <path d="M126 172c8-48 40-72 74-72s66 24 74 68" strokeDasharray="2 6" />
      <path d="M186 103l32-13-9 24-8-8zM201 106l17-16" />
    </>
  ),
  parts: {
    delay: {
      side: 'left',
      row: 0,
      at: [155, 55],
      lines: (
        <>
          <circle cx="168" cy="60" r="13" />
          <path d="M168 52v8l6 4" />
        </>
      ),
    },
    cancel: {
      side: 'left',
      row: 1,
      at: [110, 106],
      lines: <path d="M112 102h26v23h-26zM112 109h26M119 99v6M131 99v6M121 113l8 8M129 113l-8 8" />,
    },
    luggage: {
      side: 'left',
      row: 2,
      at: [154, 186],
      lines: <path d="M156 184h30v20h-30zM165 184v-5h12v5M163 184v20M179 184v20M160 208v-4M182 208v-4" />,
    },
    illness: {
      side: 'left',
      row: 3,
      at: [112, 226],
      lines: (
        <path d="M115 235l13-13a6.500 6.500 0 0 1 9 9l-13 13a6.500 6.500 0 0 1-9-9zM121.500 228.500l9 9" />
      ),
    },
    sports: {
      side: 'right',
      row: 0,
      at: [266, 52],
      lines: <path d="M226 76l17-27 10 15 7-10 14 22zM243 49V38h9l-3 3 3 3h-9" />,
    },
    doctor: {
      side: 'right',
      row: 1,
      at: [281, 112],
      lines: (
        <>
          <circle cx="266" cy="120" r="14" />
          <path d="M266 113v14M259 120h14" />
        </>
      ),
    },
    return: {
      side: 'right',
      row: 2,
      at: [250, 156],
      lines: <path d="M246 160h-24a12 12 0 0 1 0-24h18M232 128l8 8-8 8" />,
    },
    warned: {
      side: 'right',
      row: 3,
      at: [291, 226],
      lines: <path d="M266 242l11-21 11 21zM277 229v6M277 238.500v.5" />,
    },
  },
};

import type { Drawing } from './drawing.ts';

/** A house, cut open. */
export const HOME: Drawing = {
  outline: (
    <>
      <path d="M104 218h192" />
      <path d="M130 114v104M270 114v104" />
      <path d="M130 168h140M200 168v50M200 122v46" />
      <path d="M177 218v-32h15v32M188 203v1" />
    </>
  ),
  parts: {
    storm: {
      side: 'left',
      row: 0,
      at: [139, 42],
      lines: (
        <>
          <path d="M118 124 200 60l82 64" />
          <path d="M147 54a9 9 0 0 1 1-18 13 13 0 0 1 25-3 10.500 10.500 0 0 1 1 21z" />
          <path d="M162 54l-5 9h8l-5 9" />
        </>
      ),
    },
    valuables: {
      side: 'left',
      row: 1,
      at: [147, 138],
      lines: (
        <>
          <path d="M145 136h28v26h-28zM148 162v5M170 162v5" />
          <circle cx="159" cy="149" r="6" />
          <path d="M159 143v3M159 152v3M153 149h3M162 149h3" />
        </>
      ),
    },
    pipes: {
      side: 'left',
      row: 2,
      at: [142, 180],
      lines: (
        <>
          <path d="M144 168v14h16v9M156 191h8M141 175h6" />
          <path d="M160 196c-3 4-5 7-5 9.500a5 5 0 0 0 10 0c0-2.500-2-5.500-5-9.500z" />
        </>
      ),
    },
    flood: {
      side: 'left',
      row: 3,
      at: [112, 226],
      lines: (
        <>
          <path d="M106 229c5-5 10-5 15 0s10 5 15 0 10-5 15 0 10 5 15 0" />
          <path d="M116 240c5-5 10-5 15 0s10 5 15 0" />
        </>
      ),
    },
    wear: {
      side: 'right',
      row: 0,
      at: [254, 72],
      lines: (
        <>
          <path d="M236 86V66h18v34" />
          <path d="M246 66l-4 8 6 5-5 9" />
        </>
      ),
    },
    stay: {
      side: 'right',
      row: 1,
      at: [257, 146],
      lines: (
        <>
          <path d="M214 166v-22M214 160h46v6M260 160v-4c0-4-2-6-6-6h-26v10" />
          <path d="M218 150h8" />
          <path d="M246 128a8 8 0 1 0 7 11 7 7 0 0 1-7-11z" />
        </>
      ),
    },
    burglary: {
      side: 'right',
      row: 2,
      at: [256, 184],
      lines: (
        <>
          <path d="M218 180h38v24h-38zM237 180v24M218 192h38" />
          <path d="M240 183l6 5-3 4 8 6" />
        </>
      ),
    },
    clearing: {
      side: 'right',
      row: 3,
      at: [293, 208],
      lines: (
        <>
          <path d="M278 200h14l-2 18h-10zM276 200h18M282 200v-4h6v4" />
          <path d="M283 205v8M287 205v8" />
        </>
      ),
    },
  },
};

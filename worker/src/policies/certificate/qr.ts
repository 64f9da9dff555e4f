import { create } from 'qrcode';

/** Light margin that scanners need around the code, in modules (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

/**
 * A text as a QR code.
 * @returns modules per side, and each row's dark runs as left, top, width, height in modules from the
 * upper left
 */
export function qrCode(text: string): { size: number; dark: [number, number, number, number][] } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark: [number, number, number, number][] = [];
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column < modules.size && modules.get(row, column)) column++;
      dark.push([start, row, column - start, 1]);
    }
  }
  return { size: modules.size, dark };
}

import QRCode from 'qrcode';
import sharp from 'sharp';

/** Raised whenever `drawCode` draws something else for the same text, so that kept images are not taken for new ones. */
export const DRAWING_VERSION = 1;

/** Width and height of a drawn code in pixels. */
export const CODE_PIXELS = 1024;

/** White modules around a code: what the standard (ISO/IEC 18004) asks for. */
const QUIET_ZONE = 4;

/** A PNG of the QR code that says `text`, black on white, error level Q (a quarter of it may be stained). */
export async function drawCode(text: string): Promise<Buffer> {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  const side = modules.size + 2 * QUIET_ZONE;
  const pixels = Buffer.alloc(side * side, 255);
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) pixels[(row + QUIET_ZONE) * side + column + QUIET_ZONE] = 0;
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(CODE_PIXELS, CODE_PIXELS, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

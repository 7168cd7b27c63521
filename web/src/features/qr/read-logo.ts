import { LOGO_MAX_BYTES } from '@tavola/contracts/qr.ts';

export const LOGO_TYPES = ['image/png', 'image/jpeg'];

/** Why a file can't be a logo; `undefined` if it can. */
export function logoRefusal({ type, size }: Pick<Blob, 'type' | 'size'>): string | undefined {
  if (!LOGO_TYPES.includes(type)) return 'The logo must be a PNG or JPEG image.';
  if (size > LOGO_MAX_BYTES) return `The logo can be at most ${LOGO_MAX_BYTES / 1024} KB.`;
  return undefined;
}

/** A file as a data URL. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

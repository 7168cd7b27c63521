import { z } from 'zod';

/** GET /api/qr-code: the tenant's main code as a PNG data URL, and the menu it leads to. */
export const qrCode = z.object({
  qrCode: z.string().startsWith('data:image/png;base64,'),
  menuUrl: z.url(),
});
export type QrCode = z.infer<typeof qrCode>;

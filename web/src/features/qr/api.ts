import { useQuery } from '@tanstack/react-query';
import type { QrCode } from '@tavola/contracts/qr.ts';
import { apiRequest } from '../../lib/api.ts';
import { markFirstStep } from '../../lib/first-steps.ts';

/** The restaurant's QR code and the menu it leads to; asked for only once it is `wanted`. */
export function useQrCode(wanted: boolean) {
  return useQuery<QrCode>({
    queryKey: ['/api/qr-code'],
    queryFn: async ({ signal }) => {
      const code = await apiRequest<QrCode>('GET', '/api/qr-code', undefined, { signal });
      markFirstStep('got-qr-code');
      return code;
    },
    enabled: wanted,
  });
}

import { getToken } from '../session/stored-token.ts';
import { ApiError, apiRequest } from './api.ts';

/** A file from the API, with its suggested name. */
interface ApiFile {
  blob: Blob;
  name: string | undefined;
}

/** The file name in a `Content-Disposition` header. */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Fall back to the plain file name.
    }
  }
  return /filename="([^"]+)"|filename=([^;\s]+)/i
    .exec(disposition ?? '')
    ?.slice(1)
    .find(Boolean);
}

/** Fetches a file that requires the session's token, which a plain link can't send. Throws `ApiError`. */
export async function apiFile(path: string, options: { signal?: AbortSignal } = {}): Promise<ApiFile> {
  const token = getToken();
  const response = await fetch(path, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    credentials: 'include',
    ...options,
  });
  if (!response.ok) {
    // If the session has ended, this request notifies the listeners of `onTokenRefused`.
    if (response.status === 401) await apiRequest('GET', '/api/auth/me');
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  }
  return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition')) };
}

/** Saves a file through the browser's downloads. */
export function saveFile({ blob, name }: ApiFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? '';
  link.click();
  // The download has started by then. Revoking earlier breaks it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

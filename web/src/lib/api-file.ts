import { ApiError, apiRequest } from './api.ts';
import { getToken } from './token.ts';

/** A file as the API gave it, and what it wants to be called. */
export interface ApiFile {
  blob: Blob;
  name: string | undefined;
}

/** The file name that an answer's `Content-Disposition` says. */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // The plain one may still be right.
    }
  }
  return /filename="([^"]+)"|filename=([^;\s]+)/i
    .exec(disposition ?? '')
    ?.slice(1)
    .find(Boolean);
}

/** Fetches a file that only the signed-in restaurant gets, which a plain link could not; throws `ApiError`. */
export async function apiFile(path: string, options: { signal?: AbortSignal } = {}): Promise<ApiFile> {
  const token = getToken();
  const response = await fetch(path, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    credentials: 'include',
    ...options,
  });
  if (!response.ok) {
    // Where the session is over, this says so to all who listen.
    if (response.status === 401) await apiRequest('GET', '/api/auth/me');
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  }
  return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition')) };
}

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, name }: ApiFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? '';
  link.click();
  // The download has begun by then; before, some browsers would find nothing there.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

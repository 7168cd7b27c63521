import { type Picture, UPLOAD_KINDS, UPLOAD_MAX_BYTES, UPLOAD_TYPES, type Upload } from '@tavola/contracts/pictures.ts';
import { ApiError, apiRequest, errorText, refusal } from '../http/api.ts';
import { getToken } from '../session/stored-token.ts';

/** Above this many bytes a photo is made smaller before it is sent: on a phone's network that saves most of the wait. */
const SENT_AS_IS_BYTES = 2 * 1024 * 1024;

/** And above this many pixels: the server reads any kind of picture that has fewer. */
const SENT_AS_IS_PIXELS = Math.min(...Object.values(UPLOAD_KINDS).map(({ maxPixels }) => maxPixels));

/** Longest side of a photo that was made smaller, in pixels: what the server keeps of it. */
const SIDE = 2048;

/** How often an upload that takes longer is looked up, in milliseconds. */
const LOOK_MS = 1_000;

/** Why a picture was not uploaded, in words for users. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  /** Whether sending the same picture again may succeed. */
  readonly canRetry: boolean;

  constructor(message: string, { canRetry = false, ...options }: ErrorOptions & { canRetry?: boolean } = {}) {
    super(message, options);
    this.canRetry = canRetry;
  }
}

interface UploadOptions {
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  /** The token of the restaurant; that of this tab by default. */
  as?: string | null;
}

/**
 * Uploads a picture as the restaurant's own; returns it once it can be shown.
 * @throws UploadError; what `signal` was aborted with.
 */
export async function uploadPicture(file: File, options: UploadOptions): Promise<Picture> {
  const { signal, as = getToken() } = options;
  const ready = await prepared(file);
  signal.throwIfAborted();
  try {
    let { id, state, picture, reason } = await send(ready, { ...options, as });
    while (state === 'reading') {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      signal.throwIfAborted();
      ({ state, picture, reason } = await apiRequest<Upload>('GET', `/api/media/${id}`, undefined, {
        signal,
        as: as ?? undefined,
      }));
    }
    if (!picture) throw new UploadError(reason ?? FAILED);
    return picture;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UploadError) throw error;
    if (!(error instanceof ApiError)) throw new UploadError(NO_NETWORK, { cause: error, canRetry: true });
    // What has no problem code was said on the way to the server.
    const canRetry = !error.code || error.status >= 500 || error.status === 429;
    throw new UploadError(errorText(error, canRetry ? `${FAILED} Please try again.` : FAILED), {
      cause: error,
      canRetry,
    });
  }
}

const FAILED = "The picture couldn't be uploaded.";
const NO_NETWORK = "The picture couldn't be sent. Check your connection and try again.";
/** Says that this browser can't read a picture. */
export const UNREADABLE = "This kind of picture can't be read here. Save it as a JPEG and try again.";
const TOO_LARGE = `A picture can be at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`;

/** The picture as it is sent: large photos smaller, and in a format that the server reads. */
async function prepared(file: File): Promise<Blob> {
  const isKnown = (UPLOAD_TYPES as readonly string[]).includes(file.type);
  try {
    const image = await upright(file);
    const isLarge = image.width * image.height > SENT_AS_IS_PIXELS;
    if (isKnown && !isLarge && file.size <= SENT_AS_IS_BYTES) {
      image.close();
      return file;
    }
    const smaller = await drawn(image, { type: drawnType(file), quality: 0.85 });
    // A WebP that this browser can only write as PNG may be larger.
    return isKnown && !isLarge && smaller.size >= file.size ? file : smaller;
  } catch (error) {
    if (!isKnown) throw new UploadError(UNREADABLE, { cause: error });
    if (file.size > UPLOAD_MAX_BYTES) throw new UploadError(TOO_LARGE, { cause: error });
    return file;
  }
}

/**
 * A photo as JPEG, upright, as large as the server keeps it, and without what the camera wrote into it.
 * @throws what the browser says if it can't read the picture
 */
export async function asJpeg(file: File): Promise<Blob> {
  return drawn(await upright(file), { type: 'image/jpeg', quality: 0.85 });
}

/** A part of a picture, in its pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The part `area` of a picture, upright and at most as large as the server keeps it.
 * @throws UploadError where the browser can't read the picture
 */
export async function cropped(file: File, area: Area): Promise<File> {
  try {
    const blob = await drawn(await upright(file), { type: drawnType(file), quality: 0.92, area });
    return new File([blob], file.name, { type: blob.type });
  } catch (error) {
    throw new UploadError(UNREADABLE, { cause: error });
  }
}

/** The format that a picture is drawn in. What is transparent stays so. A browser that can't write WebP writes PNG. */
const drawnType = ({ type }: File) => (type === 'image/png' || type === 'image/webp' ? 'image/webp' : 'image/jpeg');

const upright = (file: File) => createImageBitmap(file, { imageOrientation: 'from-image' });

interface Drawing {
  type: string;
  quality: number;
  /** All of the picture by default. */
  area?: Area;
}

async function drawn(image: ImageBitmap, { type, quality, area }: Drawing): Promise<Blob> {
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: image.width, height: image.height };
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context && type === 'image/jpeg') {
    // What is transparent would become black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error('the canvas gave no picture');
  return blob;
}

async function send(file: Blob, options: UploadOptions & { as: string | null }): Promise<Upload> {
  const request = await answerTo(file, options);
  const { status, responseText } = request;
  if (status >= 300) throw refusal(status, responseText, options.as, request.getResponseHeader('Retry-After'));
  return JSON.parse(responseText) as Upload;
}

/** Sends the file; `fetch` could not say how far it is. */
function answerTo(
  file: Blob,
  { onProgress, signal, as }: UploadOptions & { as: string | null },
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/media');
    request.setRequestHeader('Content-Type', file.type);
    if (as !== null) request.setRequestHeader('Authorization', `Bearer ${as}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(request));
    request.addEventListener('error', () => reject(new Error('no answer')));
    request.addEventListener('abort', () => reject(new Error('given up')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

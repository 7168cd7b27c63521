import { grayOf } from './gray-of.ts';
import type { GrayPicture } from './gray-picture.ts';
import { readSize } from './read-size.ts';

/**
 * A photo as it is read: turned as its camera says, at most 2,500 pixels long, gray, with all of its contrast.
 * @throws what the browser says if it can't read the picture
 */
export async function preparePicture(file: Blob): Promise<GrayPicture> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = readSize(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the canvas has no context');
  // What is transparent would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  return { gray: grayOf(context.getImageData(0, 0, width, height).data), width, height };
}

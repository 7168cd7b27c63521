import { type FileKind, type FileText, type ReadOptions, startsWith } from './file-kind.ts';

const NOT_LOADED = "The photo reader couldn't be loaded. Check your connection and try again.";

/** A photo or scan of a menu, which this browser reads, or the AI where the owner says so. */
export const photoFile: FileKind = {
  accept: ['image/*', '.heic', '.heif'],
  maxBytes: 30_000_000,
  // A HEIC file may have no type.
  matches: (start, file) =>
    file.type.startsWith('image/') ||
    /\.(heic|heif)$/i.test(file.name) ||
    startsWith(start, '\x89PNG') ||
    startsWith(start, '\xff\xd8\xff'),
  read: (file, options) => readPhotos([file], options),
};

/** The text of photos in their order. What reads them is loaded here. Does not throw. */
export async function readPhotos(
  files: readonly File[],
  { photos, languages }: Pick<ReadOptions, 'photos' | 'languages'>,
): Promise<FileText> {
  try {
    if (photos.byAi) return await (await import('./read-by-ai.ts')).readPhotosByAi(files, photos);
    return await (await import('../photo/read-pictures.ts')).readPictures(files, photos, languages);
  } catch {
    return { error: NOT_LOADED };
  }
}

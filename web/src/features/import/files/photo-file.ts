import { hasAssistant } from '../../../lib/menu/assistant.ts';
import { type FileKind, startsWith } from './file-kind.ts';

const NO_AI = "Photos can't be read here. Type the menu, or copy its text and paste it.";
const NO_NETWORK = "The photo couldn't be sent. Check your connection and try again.";

/** A photo or scan of a menu, which the AI reads, if one is set up. */
export const photoFile: FileKind = {
  accept: ['image/*', '.heic', '.heif'],
  maxBytes: 30_000_000,
  // A HEIC file may have no type.
  matches: (start, file) =>
    file.type.startsWith('image/') ||
    /\.(heic|heif)$/i.test(file.name) ||
    startsWith(start, '\x89PNG') ||
    startsWith(start, '\xff\xd8\xff'),
  async read(file) {
    try {
      if (!(await hasAssistant())) return { error: NO_AI };
    } catch {
      return { error: NO_NETWORK };
    }
    const { readPhoto } = await import('./read-photo.ts');
    return readPhoto(file);
  },
};

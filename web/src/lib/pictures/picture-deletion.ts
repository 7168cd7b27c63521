import type { PictureCount } from '@tavola/contracts/pictures.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { useRef } from 'react';
import { apiRequest, isNotFound } from '../http/api.ts';
import { toastInServersWords } from '../http/failure-toast.ts';
import { queryClient } from '../http/query-client.ts';

/** The query of how many pictures the restaurant has. */
export const PICTURES = ['/api/media/pictures'] as const;

export interface PictureDeletion {
  /** Has the picture at `address` deleted once the form is saved. */
  mark: (address: string) => void;
  /** Whether the picture at `address` is deleted once the form is saved. */
  isMarked: (address: string) => boolean;
  /** After a save: deletes what was marked, except the pictures at `kept`, which the form shows after all. Never rejects; a toast says what failed. */
  finish: (kept: readonly (string | null | undefined)[]) => Promise<void>;
}

/** For a form with pictures: which of them to delete for good with its next save, as nothing may show a picture that is deleted. */
export function usePictureDeletion(): PictureDeletion {
  const marked = useRef(new Set<string>());
  return {
    mark: (address) => marked.current.add(address),
    isMarked(address) {
      const hash = hashAt(address);
      return hash !== undefined && [...marked.current].some((one) => hashAt(one) === hash);
    },
    async finish(kept) {
      const shown = new Set(kept.map(hashAt));
      const hashes = new Set([...marked.current].map(hashAt));
      marked.current.clear();
      for (const hash of hashes) if (hash !== undefined && !shown.has(hash)) await deletePicture(hash);
    },
  };
}

const hashAt = (address: string | null | undefined): string | undefined => pictureAt(address ?? '')?.hash;

async function deletePicture(hash: string): Promise<void> {
  try {
    await apiRequest('DELETE', `/api/media/${hash}`);
  } catch (error) {
    if (!isNotFound(error)) toastInServersWords(error, 'Picture not deleted', 'Please try again.');
    return;
  }
  queryClient.setQueryData<PictureCount>(PICTURES, (known) => known && { count: Math.max(0, known.count - 1) });
}

import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { PhotoProgress } from '../files/file-kind.ts';

interface ReadingPhotosProps {
  progress: PhotoProgress;
  onCancel: () => void;
}

/** How much of the photos is read, with a way out. */
export function ReadingPhotos({ progress: { share, page, pages }, onCancel }: ReadingPhotosProps) {
  const words = pages === 1 ? 'Reading your photo…' : `Reading page ${formatCount(page)} of ${formatCount(pages)}…`;
  return (
    <div className="flex items-center gap-4">
      <div className="flex flex-1 flex-col gap-1.5">
        <p role="status" className="text-sm text-ink-muted">
          {words}
        </p>
        <ProgressBar label="Reading" value={share} max={1} text={`${Math.round(share * 100)} %`} />
      </div>
      <Button size="sm" variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

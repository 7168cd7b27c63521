import { Download } from 'lucide-react';
import { errorText, isNotFound } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card.tsx';
import { useDownloadPictures, usePictureCount } from '../api.ts';

const NONE = 'There are no pictures to download.';

/** Lets the owner download all the restaurant's pictures in one file. Nothing where there are none. */
export function YourPictures() {
  const { data } = usePictureCount();
  const download = useDownloadPictures();
  if (!data?.count) return null;

  const save = async () => {
    try {
      await download.mutateAsync();
    } catch (error) {
      const reason = isNotFound(error) ? NONE : errorText(error, 'Failed to download your pictures. Please try again.');
      toastFailure(error, 'Download failed', reason);
    }
  };

  return (
    <CardSection title="Your pictures" description={describe(data.count)}>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" busy={download.isPending} onClick={() => void save()}>
          {!download.isPending && <Download aria-hidden />}
          {download.isPending ? 'Downloading...' : 'Download Pictures'}
        </Button>
        <p role="status" className="text-sm text-ink-muted empty:hidden">
          {download.isPending && 'This can take a few minutes. Please keep this page open.'}
        </p>
      </div>
    </CardSection>
  );
}

const describe = (count: number): string =>
  count === 1
    ? '1 picture as a JPEG file, in a ZIP file.'
    : `${formatCount(count)} pictures as JPEG files, in one ZIP file.`;

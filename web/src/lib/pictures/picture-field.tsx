import { UPLOAD_TYPES } from '@tavola/contracts/pictures.ts';
import { pictureAt, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { Camera, ImagePlus, Trash2, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { confirm } from '../../ui/confirm.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { laterPart } from '../browser/later-part.ts';
import { useMediaQuery } from '../browser/media-query.ts';
import type { Crop, CropDialogProps } from './crop-dialog.tsx';
import { type Area, cropped, UploadError, uploadPicture } from './upload-picture.ts';

export interface PictureFieldProps {
  /** What it is a picture of, as in 'Picture' or 'Logo'. */
  label: string;
  /** The address that is saved; empty for none. */
  value: string;
  onChange: (address: string) => void;
  /** Called when an upload begins, and when it has ended. */
  onUploading: (isUploading: boolean) => void;
  /** Has the picture at the address deleted for good with the form's next save. */
  onDelete: (address: string) => void;
  /** The part of a photo that is used, which the user chooses; all of it by default. */
  crop?: Crop;
  hint?: string;
  /** The field for an address elsewhere, shown while there is no uploaded picture. */
  children?: ReactNode;
}

/** From this aspect ratio on a picture is shown above the buttons, not beside them. */
const WIDE = 2;

/** The fields on the page: each takes what is pasted, if it is the only one. */
const fields = new Set<HTMLElement>();

const cropDialog = laterPart<CropDialogProps>(() => import('./crop-dialog.tsx').then((m) => m.CropDialog));

/** An upload as it is shown. */
type Sending =
  | { state: 'idle' }
  | { state: 'sending'; share: number; preview: string }
  /** `file` where sending it again may help. */
  | { state: 'failed'; message: string; file: File | undefined };

/** A picture from this device, chosen, taken, dropped or pasted; or the address of one elsewhere. */
export function PictureField({
  label,
  value,
  onChange,
  onUploading,
  onDelete,
  crop,
  hint,
  children,
}: PictureFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [cropping, setCropping] = useState<{ file: File; src: string }>();
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const [isOver, setIsOver] = useState(false);
  const [note, setNote] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const current = useRef<AbortController>(undefined);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const own = pictureAt(value);
  const isOwn = own !== null;
  const isWide = crop !== undefined && crop.aspect >= WIDE;
  const size = isWide ? 'aspect-3/1 w-full' : 'size-20';
  const isSending = sending.state === 'sending';

  const fail = (message: string) => setSending({ state: 'failed', message, file: undefined });
  const endCropping = () => {
    if (cropping) URL.revokeObjectURL(cropping.src);
    setCropping(undefined);
  };
  const CropDialog = cropDialog.usePart(crop !== undefined, cropping !== undefined, () => {
    endCropping();
    fail("The picture couldn't be opened. Please try again.");
  });

  const take = (files: readonly File[]) => {
    const [file, ...others] = files;
    if (!file) return;
    setNote(others.length > 0 ? 'Only one picture fits here, so we used the first.' : '');
    if (!crop) return void upload(file);
    endCropping();
    setCropping({ file, src: URL.createObjectURL(file) });
  };
  const use = (area: Area) => {
    if (!cropping) return;
    endCropping();
    void upload(cropping.file, area);
  };
  const upload = async (original: File, area?: Area) => {
    current.current?.abort();
    const stop = new AbortController();
    current.current = stop;
    let file = original;
    let preview = URL.createObjectURL(file);
    const onProgress = (share: number) => setSending({ state: 'sending', share, preview });
    onProgress(0);
    onUploading(true);
    try {
      if (area) {
        // Takes seconds on some phones.
        file = await cropped(original, area);
        stop.signal.throwIfAborted();
        URL.revokeObjectURL(preview);
        preview = URL.createObjectURL(file);
        onProgress(0);
      }
      const { url } = await uploadPicture(file, { signal: stop.signal, onProgress });
      onChange(url);
      setSending({ state: 'idle' });
    } catch (error) {
      // Another one was chosen, or the dialog was closed.
      if (stop.signal.aborted) return;
      const { message, canRetry } =
        error instanceof UploadError ? error : new UploadError("The picture couldn't be read.");
      setSending({ state: 'failed', message, file: canRetry ? file : undefined });
    } finally {
      URL.revokeObjectURL(preview);
      if (current.current === stop) onUploading(false);
    }
  };
  const cancel = () => {
    current.current?.abort();
    current.current = undefined;
    onUploading(false);
    setSending({ state: 'idle' });
  };
  const remove = (more = '') => {
    flushSync(() => {
      onChange('');
      setNote(more);
    });
    choose.current?.focus();
  };
  const destroy = async () => {
    const isSure = await confirm({
      title: 'Delete this picture?',
      description:
        "Once you save, its address stops working within a minute and it can't be put back. A picture that you only remove stays there for about a week.",
      confirmLabel: 'Delete Picture',
      destructive: true,
    });
    if (!isSure) return;
    onDelete(value);
    remove('The picture is deleted when you save.');
  };

  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const own = box.current as HTMLElement;
    const paste = (event: ClipboardEvent) => {
      const files = imagesIn(event.clipboardData);
      if (files.length === 0 || event.defaultPrevented || isText(event.clipboardData)) return;
      // Of several fields, the one that is pointed at.
      if (fields.size > 1 && !own.matches(':hover, :focus-within')) return;
      event.preventDefault();
      latest.current(files);
    };
    fields.add(own);
    document.addEventListener('paste', paste);
    return () => {
      fields.delete(own);
      document.removeEventListener('paste', paste);
      current.current?.abort();
    };
  }, []);

  const wasSending = useRef(false);
  useLayoutEffect(() => {
    if (wasSending.current === isSending) return;
    wasSending.current = isSending;
    // The focused button went: the other one took its place.
    if (document.activeElement === document.body)
      (cancelButton.current ?? choose.current)?.focus({ preventScroll: true });
  }, [isSending]);

  useLayoutEffect(() => {
    // In a dialog, its buttons would hide the lower end.
    if (sending.state === 'failed') alert.current?.scrollIntoView({ block: 'nearest' });
  }, [sending]);

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const chosen = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // Reset, so that the same file can be chosen again.
    input.value = '';
    take(files);
  };
  const percent = isSending ? Math.round(sending.share * 100) : 0;
  const says = percent === 100 ? 'Preparing the picture…' : `Uploading… ${percent}%`;

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to choose a file */}
      <div
        ref={box}
        className="flex flex-col gap-1.5"
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const files = imagesIn(event.dataTransfer);
          if (files.length > 0) take(files);
          else fail("That's not a picture. Drop a photo here.");
        }}
      >
        <p id={id} className="text-sm font-semibold text-ink">
          {label} <span className="font-normal text-ink-faint">(optional)</span>
        </p>
        <fieldset
          aria-labelledby={id}
          className={cn(
            'flex gap-4 rounded-control border border-dashed border-line-strong bg-paper p-3',
            isWide ? 'flex-col' : 'items-center',
            isOver && 'border-brand bg-brand/5',
          )}
        >
          {isSending ? (
            <img
              src={sending.preview}
              alt=""
              className={cn('shrink-0 rounded-control bg-sunken object-cover opacity-70', size)}
            />
          ) : own ? (
            isWide ? (
              <img
                src={pictureFile(own, pictureWidths(own.width, 'jpg')[0] as number, 'jpg')}
                alt=""
                className={cn('rounded-control object-cover', size)}
                style={{ backgroundColor: own.color }}
              />
            ) : (
              <Thumbnail src={value} letter="" className={size} />
            )
          ) : (
            <span
              aria-hidden
              className={cn(
                'flex shrink-0 items-center justify-center rounded-control bg-sunken text-ink-faint',
                size,
                !isWide && 'max-[26rem]:hidden',
              )}
            >
              <ImagePlus className="size-7" />
            </span>
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-2.5">
            {isSending ? (
              <>
                <p role="status" className="text-sm text-ink-muted">
                  {says}
                </p>
                <ProgressBar label={`Upload of the ${label.toLowerCase()}`} value={percent} max={100} text={says} />
              </>
            ) : (
              !isOwn && (
                <p className="text-sm text-ink-muted pointer-coarse:hidden">Drop a picture here, or paste one.</p>
              )
            )}
            <div className="flex flex-wrap gap-2.5">
              <input
                ref={chooser}
                type="file"
                accept={[...UPLOAD_TYPES, 'image/heic', 'image/heif', '.heic', '.heif'].join(',')}
                tabIndex={-1}
                aria-hidden
                className="hidden"
                onChange={(event) => chosen(event.target)}
              />
              <input
                ref={camera}
                type="file"
                accept="image/*"
                capture="environment"
                tabIndex={-1}
                aria-hidden
                className="hidden"
                onChange={(event) => chosen(event.target)}
              />
              {isSending ? (
                <Button ref={cancelButton} variant="secondary" onClick={cancel}>
                  Cancel Upload
                </Button>
              ) : (
                <>
                  {hasCamera && (
                    <Button variant="secondary" onClick={() => camera.current?.click()}>
                      <Camera aria-hidden />
                      Take a Photo
                    </Button>
                  )}
                  <Button ref={choose} variant="secondary" onClick={() => chooser.current?.click()}>
                    <ImagePlus aria-hidden />
                    {isOwn ? 'Change Picture' : 'Choose a Picture'}
                  </Button>
                  {isOwn && (
                    <>
                      <Button variant="ghost" onClick={() => remove()}>
                        <X aria-hidden />
                        Remove
                      </Button>
                      <Button variant="ghost" onClick={() => void destroy()}>
                        <Trash2 aria-hidden />
                        Delete Picture
                      </Button>
                    </>
                  )}
                </>
              )}
            </div>
          </div>
        </fieldset>
        {sending.state === 'failed' && (
          <div ref={alert} role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ErrorLine>{sending.message}</ErrorLine>
            {sending.file ? (
              <Button variant="link" size="sm" onClick={() => void upload(sending.file as File)}>
                Try Again
              </Button>
            ) : (
              <Button variant="link" size="sm" onClick={() => chooser.current?.click()}>
                Choose Another Picture
              </Button>
            )}
          </div>
        )}
        {note && (
          <p role="status" className="text-sm text-ink-muted">
            {note}
          </p>
        )}
        {hint && <p className="text-sm text-ink-muted">{hint}</p>}
      </div>
      {!isOwn && children}
      {crop && cropping && CropDialog && (
        <CropDialog
          {...crop}
          label={label}
          src={cropping.src}
          onUse={use}
          onCancel={endCropping}
          onRefused={(message) => {
            endCropping();
            fail(message);
          }}
        />
      )}
    </>
  );
}

/** The pictures that were dropped or pasted. A HEIC file may have no type. */
const imagesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type, name }) => type.startsWith('image/') || /\.(heic|heif)$/i.test(name));

/** Whether text was copied: spreadsheets add a picture of it. */
const isText = (data: DataTransfer | null): boolean => {
  const html = data?.getData('text/html') ?? '';
  return html !== '' && !/<img\b/i.test(html);
};

import 'react-easy-crop/react-easy-crop.css';
import { UPLOAD_MIN_SIDE } from '@tavola/contracts/pictures.ts';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Slider } from '../../ui/slider.tsx';
import { type Area, UNREADABLE } from './upload-picture.ts';

/** The part of a photo that is used. */
export interface Crop {
  /** Its width by its height. */
  aspect: number;
  /** Whether guests see it as a circle. */
  isRound?: boolean;
}

export interface CropDialogProps extends Crop {
  /** What the photo is for, as in 'Logo'. */
  label: string;
  /** The photo's address in this browser. */
  src: string;
  onUse: (area: Area) => void;
  onCancel: () => void;
  /** Called with a reason, in words for users, if the photo can't be cropped. */
  onRefused: (message: string) => void;
}

/** The closest that a photo can be zoomed in. */
const MOST_ZOOM = 4;
/** How far an arrow key moves the photo, in pixels. */
const KEY_STEP = 8;

/** Lets the user choose the part of a photo that is used: by dragging and zooming, or with arrow keys and a slider. */
export function CropDialog({ label, src, aspect, isRound = false, onUse, onCancel, onRefused }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [mostZoom, setMostZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const percent = `${Math.round(zoom * 100)}%`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`Crop ${label}`}
      description="Drag to move, and zoom with the slider."
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button disabled={!area} onClick={() => area && onUse(area)}>
            Use Photo
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div dir="ltr" className="relative h-[min(20rem,45dvh)] overflow-hidden rounded-control bg-sunken">
          <Cropper
            image={src}
            crop={crop}
            zoom={zoom}
            maxZoom={mostZoom}
            aspect={aspect}
            cropShape={isRound ? 'round' : 'rect'}
            showGrid={false}
            keyboardStep={KEY_STEP}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_shares, pixels) => setArea(pixels)}
            onMediaLoaded={({ naturalWidth, naturalHeight }) => {
              const width = Math.min(naturalWidth, naturalHeight * aspect);
              const shortest = Math.min(width, width / aspect);
              if (shortest < UPLOAD_MIN_SIDE) onRefused(tooSmall(label, aspect));
              // A pixel more than the server asks for, because the crop is rounded.
              setMostZoom(Math.min(MOST_ZOOM, Math.max(1, shortest / (UPLOAD_MIN_SIDE + 1))));
            }}
            mediaProps={{ onError: () => onRefused(UNREADABLE) }}
            cropperProps={{
              role: 'group',
              'aria-label': 'Photo. Move it with the arrow keys.',
            }}
            classes={{ cropAreaClassName: '-outline-offset-3' }}
          />
        </div>
        <FormField label="Zoom">
          <Slider
            min={1}
            max={mostZoom}
            step={0.01}
            value={zoom}
            disabled={mostZoom === 1}
            aria-valuetext={percent}
            onChange={(event) => {
              // This is no field of the form behind the dialog.
              event.stopPropagation();
              setZoom(Number(event.target.value));
            }}
          />
        </FormField>
      </div>
    </Dialog>
  );
}

const tooSmall = (label: string, aspect: number) => {
  const size = `${Math.ceil(UPLOAD_MIN_SIDE * Math.max(1, aspect))} × ${Math.ceil(UPLOAD_MIN_SIDE / Math.min(1, aspect))}`;
  return `This photo is too small. The ${label.toLowerCase()} needs at least ${size} pixels.`;
};

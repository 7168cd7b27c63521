import { type Picture, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFieldAttributes } from '../../../ui/field-context.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { dataUrlOf, LOGO_TYPES, logoRefusal } from '../read-logo.ts';

interface LogoFieldProps {
  /** A data URL. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with the reason why a file was rejected. */
  onRefuse: (reason: string) => void;
  /** The picture that is the restaurant's logo on its menu. */
  onMenu?: Picture | null;
  ref?: Ref<HTMLButtonElement>;
}

/** An optional picture from this device, or the one on the menu. */
export function LogoField({ value, onChange, onRefuse, onMenu, ref }: LogoFieldProps) {
  const { id, 'aria-describedby': describedBy } = useFieldAttributes({});
  const input = useRef<HTMLInputElement>(null);

  const action = value ? 'Change Image' : 'Choose Image';

  const take = async (file: Blob) => {
    const refusal = logoRefusal(file);
    if (refusal) {
      onRefuse(refusal);
      return;
    }
    try {
      onChange(await dataUrlOf(file));
    } catch {
      onRefuse("The image couldn't be read.");
    }
  };

  const takeFromMenu = async (picture: Picture) => {
    const narrowest = Math.min(...pictureWidths(picture.width, 'jpg'));
    const answer = await fetch(pictureFile(picture, narrowest, 'jpg')).catch(() => null);
    if (answer?.ok) await take(await answer.blob());
    else onRefuse("The menu's logo couldn't be loaded. Please try again.");
  };

  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {value && (
        <img
          src={value}
          alt="Your logo"
          className="size-11 rounded-control border border-line bg-white object-contain p-1"
        />
      )}
      <input
        ref={input}
        type="file"
        accept={LOGO_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Reset, so that the same file can be chosen again after it was made smaller.
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button
        ref={ref}
        id={id}
        aria-label={`Logo: ${action}`}
        aria-describedby={describedBy}
        variant="secondary"
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden />
        {action}
      </Button>
      {!value && onMenu && (
        <Button variant="secondary" onClick={() => void takeFromMenu(onMenu)}>
          Use the Menu's Logo
        </Button>
      )}
      {value && (
        <IconButton label="Remove logo" tone="destructive" onClick={() => onChange(null)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

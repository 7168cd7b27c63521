import { FileUp } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

interface FileButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'busy' | 'children'> {
  /** What is offered, in the form of `accept`; anything without it. */
  accept?: string;
  onFile: (file: File) => void;
}

/** Chooses the file of a menu. */
export function FileButton({ accept, onFile, children, busy, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} variant="secondary" busy={busy} onClick={() => input.current?.click()}>
        {!busy && <FileUp aria-hidden />}
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label="Menu file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

import { FileUp } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

interface FileButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'busy' | 'children'> {
  /** What is offered, in the form of `accept`; anything without it. */
  accept?: string;
  /** Whether several can be chosen. */
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Chooses the file of a menu, or its photos. */
export function FileButton({ accept, multiple, onFiles, children, busy, ...button }: FileButtonProps) {
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
        multiple={multiple}
        aria-label="Menu file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

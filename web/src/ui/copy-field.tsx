import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from './cn.ts';
import { copyText } from './copy-text.ts';
import { controlClass } from './input.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const SAYS_COPIED_MS = 2500;

interface CopyFieldProps {
  /** The text's name, as in "Menu URL". */
  label: string;
  value: string;
}

/** A text with a copy button; shown in full where it fits. */
export function CopyField({ label, value }: CopyFieldProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAYS_COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const Icon = copied ? Check : Copy;
  return (
    <div
      className={cn(
        controlClass,
        'flex min-h-11 items-center bg-sunken has-[input:focus-visible]:border-focus has-[input:focus-visible]:outline-[2.5px] has-[input:focus-visible]:outline-focus',
      )}
    >
      <input
        ref={setInput}
        readOnly
        aria-label={label}
        value={value}
        dir="ltr"
        onFocus={(event) => event.target.select()}
        className="min-h-10.5 w-full min-w-0 flex-1 bg-transparent ps-3.5 text-sm text-ellipsis text-ink outline-none"
      />
      <button
        type="button"
        aria-label={`Copy ${label}`}
        onClick={() => void copyText(value, input).then(setCopied)}
        className="relative me-0.5 inline-flex min-h-10 before:absolute before:inset-x-0 before:-inset-y-0.5 shrink-0 items-center gap-2 rounded-full px-3.5 text-sm font-semibold text-brand-ink hover:bg-brand-soft"
      >
        <Icon aria-hidden className="size-4" />
        <span aria-hidden>{copied ? 'Copied' : 'Copy'}</span>
      </button>
      <span role="status">{copied && <VisuallyHidden>{label} copied</VisuallyHidden>}</span>
    </div>
  );
}

import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { Input } from './input.tsx';

interface SearchInputProps {
  /** Its accessible name and its placeholder. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
}

/** A search field that updates while typing; Escape or the cross clears it. */
export function SearchInput({ label, value, onValueChange, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Input
      ref={input}
      type="text"
      role="searchbox"
      inputMode="search"
      enterKeyHint="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.preventDefault();
          onValueChange('');
        }
      }}
      start={<Search aria-hidden className="ms-3.5 -me-1 size-4 shrink-0 text-ink-faint" />}
      end={
        value !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              onValueChange('');
              input.current?.focus();
            }}
            className="relative me-0.5 inline-flex size-10 before:absolute before:-inset-0.5 shrink-0 items-center justify-center rounded-full text-ink-faint hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )
      }
      {...(className && { className })}
    />
  );
}

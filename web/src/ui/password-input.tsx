import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Input, type InputProps } from './input.tsx';

/** A password field with a button that shows the password. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'end' | 'prefix'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
          className="relative me-0.5 inline-flex size-10 before:absolute before:-inset-0.5 shrink-0 items-center justify-center rounded-full text-ink-faint hover:text-ink"
        >
          <Icon aria-hidden className="size-[1.125rem]" />
        </button>
      }
    />
  );
}

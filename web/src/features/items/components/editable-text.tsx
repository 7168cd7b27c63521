import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cn } from '../../../ui/cn.ts';

interface EditableTextProps<Value> {
  /** What is edited, as in "Price of Gnocchi": the field's name. */
  label: string;
  /** The button's name, as in "Change price of Gnocchi, $11.00". It contains the visible text. */
  buttonLabel: string;
  /** The text to begin with. */
  text: string;
  /** The value of what was typed, or why it can't be one. */
  read: (typed: string) => { value: Value } | { error: string };
  /** Called with a value that differs from the shown one, and with the one that was shown when editing began. */
  onSave: (value: Value, begun: Value) => void;
  value: Value;
  inputMode?: 'text' | 'decimal';
  align?: 'start' | 'end';
  className?: string;
  /** The value as text. */
  children: ReactNode;
}

/** A value that is edited where it is shown: a click or Enter begins, Enter or leaving saves, Escape undoes. */
export function EditableText<Value>({
  label,
  buttonLabel,
  text,
  read,
  onSave,
  value,
  inputMode = 'text',
  align = 'start',
  className,
  children,
}: EditableTextProps<Value>) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<string>();
  // Both may change while the field is open: the list is read again.
  const [begun, setBegun] = useState({ text, value });
  const [error, setError] = useState<string>();

  const close = (keepsFocus: boolean) => {
    // The button must be back before it can have the focus.
    flushSync(() => {
      setTyped(undefined);
      setError(undefined);
    });
    if (keepsFocus) button.current?.focus();
  };
  const save = (keepsFocus: boolean) => {
    if (typed === undefined) return;
    if (typed.trim() === begun.text) return close(keepsFocus);
    const result = read(typed);
    if ('error' in result) return setError(result.error);
    close(keepsFocus);
    if (result.value !== value) onSave(result.value, begun.value);
  };

  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={buttonLabel}
        onClick={() => {
          setTyped(text);
          setBegun({ text, value });
        }}
        className={cn(
          '-mx-[0.5625rem] -my-1 cursor-text rounded-tag border border-transparent px-2 py-1 hover:border-line-control hover:bg-surface',
          align === 'end' ? 'text-end' : 'text-start',
          className,
        )}
      >
        {children}
      </button>
    );
  }
  return (
    <span className="relative z-10 -mx-[0.5625rem] -my-1 block min-w-0 grow basis-full">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus
        type="text"
        dir={inputMode === 'text' ? 'auto' : 'ltr'}
        inputMode={inputMode}
        autoComplete="off"
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        value={typed}
        onFocus={({ currentTarget }) => typed === begun.text && currentTarget.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
        onBlur={({ currentTarget }) => {
          // While another window has the focus, the field still has it in this one.
          if (document.activeElement !== currentTarget) save(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            save(true);
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            close(true);
          }
        }}
        className={cn(
          'rounded-tag border border-line-control bg-surface px-2 py-1 text-base aria-invalid:border-tomato',
          // A long text reaches over the next column.
          inputMode === 'text' ? 'field-sizing-content max-w-lg min-w-full' : 'w-full min-w-0',
          align === 'end' ? 'text-end' : 'text-start',
          className,
        )}
      />
      {error !== undefined && (
        <span
          id={`${id}-error`}
          role="alert"
          className={cn(
            'absolute top-full z-10 mt-1 flex w-56 items-start gap-1.5 rounded-control border border-line bg-surface px-3 py-2 text-start text-sm font-medium whitespace-normal text-tomato-ink shadow-float',
            align === 'end' ? 'end-0' : 'start-0',
          )}
        >
          <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
          {error}
        </span>
      )}
    </span>
  );
}

interface ProgressBarProps {
  /** What progresses, for screen readers. */
  label: string;
  value: number;
  max: number;
  /** The progress in words, for screen readers. */
  text: string;
}

/** A bar that shows how much is done. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max || 1}
      aria-valuenow={value}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="size-full origin-left rounded-full bg-brand transition-transform duration-200 rtl:origin-right"
        style={{ transform: `scaleX(${max > 0 ? value / max : 0})` }}
      />
    </div>
  );
}

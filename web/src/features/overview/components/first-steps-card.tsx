import { ArrowRight, Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFirstStepFacts } from '../api.ts';
import { dismissFirstSteps, useAreStepsDismissed } from '../dismissed-steps.ts';
import { type FirstStep, firstSteps } from '../first-steps.ts';

/** The checklist from a new account to a menu on the tables: one line on a phone, hidden once completed or dismissed. */
export function FirstStepsCard() {
  const isPhone = useMediaQuery('(width < 40rem)');
  const facts = useFirstStepFacts();
  const isDismissed = useAreStepsDismissed(facts?.tenant.id);
  if (!facts || isDismissed) return null;

  const steps = firstSteps(facts);
  const doneCount = steps.filter((step) => step.done).length;
  if (doneCount === steps.length) return null;
  const next = steps.find((step) => !step.done) as FirstStep;
  const dismissButton = (
    <IconButton
      label="Dismiss first steps"
      onClick={() => {
        dismissFirstSteps(facts.tenant.id);
        document.querySelector<HTMLElement>('main h1')?.focus();
      }}
    >
      <X aria-hidden />
    </IconButton>
  );

  if (isPhone) {
    return (
      <Card className="py-1 ps-4 pe-1">
        <section aria-label="First steps" className="flex items-center gap-2">
          <StepLink step={next} className="-mx-2 min-h-11 min-w-0 items-center gap-2 px-2">
            <span className="figures shrink-0 text-sm text-ink-muted">
              {doneCount}/{steps.length}
              <VisuallyHidden> steps done. Next:</VisuallyHidden>
            </span>
            <span className="min-w-0 truncate font-semibold">{next.title}</span>
            <ArrowRight aria-hidden className="size-4 shrink-0 text-brand-ink" />
          </StepLink>
          {dismissButton}
        </section>
      </Card>
    );
  }

  return (
    <Card className="relative overflow-hidden">
      <section aria-labelledby="first-steps">
        <div className="flex items-start justify-between gap-4 ps-5 pe-3 pt-4 sm:ps-7 sm:pe-4 sm:pt-5">
          <div className="flex flex-col gap-0.5 pt-1">
            <h2 id="first-steps" className="display text-xl">
              First steps
            </h2>
            <p className="text-sm text-ink-muted">
              {doneCount} of {steps.length} done. Your menu can be on the tables in five minutes.
            </p>
          </div>
          {dismissButton}
        </div>
        <div aria-hidden className="mx-5 mt-4 h-1.5 overflow-hidden rounded-full bg-sunken sm:mx-7">
          <div
            className="h-full rounded-full bg-brand transition-[width] duration-200"
            style={{ width: `${(doneCount / steps.length) * 100}%` }}
          />
        </div>
        <ol className="grid gap-1 p-2 pt-3 sm:p-4 xl:grid-cols-5">
          {steps.map((step, index) => (
            <li key={step.id} className="flex">
              <Step step={step} number={index + 1} isNext={step === next} />
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}

function Step({ step, number, isNext }: { step: FirstStep; number: number; isNext: boolean }) {
  return (
    <StepLink
      step={step}
      className={cn('items-start gap-3 p-3 xl:flex-col xl:gap-2', isNext ? 'bg-brand-soft' : 'hover:bg-sunken')}
    >
      <span
        aria-hidden
        className={cn(
          'display mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-full text-sm leading-none',
          step.done ? 'bg-brand text-on-brand' : 'border border-line-control text-ink-muted',
        )}
      >
        {step.done ? <Check strokeWidth={3} className="size-4" /> : number}
      </span>
      <span className="flex min-w-0 flex-1 flex-col xl:flex-none">
        <span className={cn('font-semibold', step.done && 'text-ink-muted line-through decoration-line-strong')}>
          {step.title}
          {step.done && <VisuallyHidden> (done)</VisuallyHidden>}
        </span>
        {!step.done && <span className="text-sm text-ink-muted">{step.text}</span>}
      </span>
      {isNext && <ArrowRight aria-hidden className="mt-1.5 size-4 shrink-0 text-brand-ink xl:hidden" />}
    </StepLink>
  );
}

function StepLink({ step, className, children }: { step: FirstStep; className: string; children: ReactNode }) {
  const classes = cn('flex flex-1 rounded-control transition-colors duration-150', className);
  if (!step.newTab) {
    return (
      <Link href={step.href} className={classes}>
        {children}
      </Link>
    );
  }
  return (
    <a href={step.href} target="_blank" rel="noreferrer" className={classes}>
      {children}
    </a>
  );
}

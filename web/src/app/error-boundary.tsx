import { Component, type ReactNode } from 'react';
import { buttonClass } from '../ui/button-class.ts';

interface Props {
  children: ReactNode;
}

/** Catches render errors and shows a message. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div
        role="alert"
        className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center gap-4 px-6 py-16 text-center"
      >
        <h1 className="display text-3xl">That didn't come out right</h1>
        <p className="text-ink-muted">
          Something went wrong on this page. Your saved work is safe. Reloading usually helps.
        </p>
        {/* Not a Button: this file is in the initial load, which the Button's icon and Slot would enlarge. */}
        <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
          Reload Page
        </button>
      </div>
    );
  }
}

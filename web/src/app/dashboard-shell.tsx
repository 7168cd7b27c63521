import { LogoMark } from '../ui/logo.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/**
 * What shows until the dashboard's code and the signed-in user are there: the header's frame, in the HTML too (vite.config.ts).
 * There it has no text, because fonts would load before the code.
 */
export function DashboardShell({ text = null }: { text?: string | null }) {
  return (
    <>
      <div className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center px-4 sm:px-6">
          <LogoMark />
        </div>
      </div>
      <LoadingScreen text={text} />
    </>
  );
}

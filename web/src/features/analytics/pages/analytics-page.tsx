import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ComingSoon } from '../components/coming-soon.tsx';

/** The screen Analytics. */
export function AnalyticsPage() {
  useDocumentTitle('Analytics');
  return (
    <>
      <PageHeader title="Analytics" description="What your guests look at, and when." />
      <div className="grid gap-6 xl:grid-cols-2">
        <ComingSoon title="Popular Items" text="The dishes and drinks your guests look at most." sketch={<Bars />} />
        <ComingSoon title="View Analytics" text="How often your menu is read, day by day." sketch={<Curve />} />
      </div>
    </>
  );
}

function Bars() {
  return (
    <div className="flex h-full flex-col justify-evenly px-6 py-6">
      {[92, 78, 66, 51, 40, 28].map((width) => (
        <div key={width} className="h-5 rounded-tag bg-current" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function Curve() {
  return (
    <svg viewBox="0 0 400 200" preserveAspectRatio="none" aria-hidden="true" className="size-full">
      <path
        d="M0 150C30 140 45 92 80 96s40 54 75 44 40-88 80-84 38 62 72 54 45-66 93-78v168H0Z"
        fill="currentColor"
        opacity="0.45"
      />
      <path
        d="M0 150C30 140 45 92 80 96s40 54 75 44 40-88 80-84 38 62 72 54 45-66 93-78"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

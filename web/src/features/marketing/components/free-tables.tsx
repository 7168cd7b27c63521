const TABLES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

/** The ten beta spots as tables on a floor plan, of which the last are free. Decoration: state the number too. */
export function FreeTables({ free }: { free: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 300 112" className="w-full max-w-sm text-brand">
      {TABLES.map((table, index) => {
        const x = 30 + (index % 5) * 60;
        const y = 28 + Math.floor(index / 5) * 56;
        const isRound = index % 3 !== 1;
        return (
          <g key={table} transform={`translate(${x} ${y})`} opacity={index < TABLES.length - free ? 0.3 : 1}>
            <g fill="currentColor" opacity="0.35">
              <rect x="-6" y="-24" width="12" height="6" rx="3" />
              <rect x="-6" y="18" width="12" height="6" rx="3" />
              <rect x="-24" y="-6" width="6" height="12" rx="3" />
              <rect x="18" y="-6" width="6" height="12" rx="3" />
            </g>
            <rect
              x="-15"
              y="-15"
              width="30"
              height="30"
              rx={isRound ? 15 : 6}
              className="fill-surface stroke-brand"
              strokeWidth="2"
            />
            <circle r="5" className="fill-brand-soft" />
          </g>
        );
      })}
    </svg>
  );
}

import { create } from 'qrcode';

/** The white edge that a scanner needs, in modules. */
const EDGE = 4;

/** A QR code of `text`, drawn here: what a link with a token says leaves this page for no server. */
export function QrPicture({ text, label, className }: { text: string; label: string; className?: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const path = Array.from({ length: size * size }, (_, at) => at)
    .filter((at) => modules.data[at])
    .map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`)
    .join('');
  const whole = size + 2 * EDGE;
  return (
    <svg role="img" aria-label={label} viewBox={`${-EDGE} ${-EDGE} ${whole} ${whole}`} className={className}>
      <rect x={-EDGE} y={-EDGE} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

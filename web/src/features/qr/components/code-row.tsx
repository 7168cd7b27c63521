import { type Code, MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { Archive, Pencil } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { ScanCount } from './scan-count.tsx';

interface CodeRowProps {
  code: Code;
  /** The link in the printed code. */
  link: string;
  /** `undefined` while unknown. */
  scans: number | undefined;
  chosen: boolean;
  retiring: boolean;
  onChoose: (id: string, chosen: boolean) => void;
  onRename: (code: Code) => void;
  onRetire: (code: Code) => void;
}

/** One code in use. A restaurant can have a thousand, so a row renders again only when it changes. */
export const CodeRow = memo(function CodeRow({
  code,
  link,
  scans,
  chosen,
  retiring,
  onChoose,
  onRename,
  onRetire,
}: CodeRowProps) {
  return (
    <li
      data-row={code.id}
      className={cn(
        'flex flex-wrap items-center gap-x-4 px-4 pt-3.5 pb-1 not-last:border-b not-last:border-line has-data-[state=checked]:bg-brand-soft/45 sm:flex-nowrap sm:px-6 sm:py-2',
        retiring && 'opacity-40',
      )}
    >
      <Checkbox
        label={
          <>
            <bdi className="leading-snug font-semibold wrap-anywhere">{code.name}</bdi>
            {/* A renamed main code must still be recognizable. */}
            {code.isMain && code.name !== MAIN_CODE_NAME && <Badge className="ms-2">Main</Badge>}
          </>
        }
        description={
          <span dir="ltr" className="wrap-anywhere">
            {link.replace(/^https?:\/\//, '')}
          </span>
        }
        checked={chosen}
        onCheckedChange={(next) => onChoose(code.id, next)}
        className="min-w-0 flex-1 max-sm:basis-full sm:py-1.5"
      />
      <p className="figures ms-9 flex-1 text-sm whitespace-nowrap text-ink-muted sm:ms-0 sm:flex-none sm:text-end">
        <ScanCount scans={scans} />
      </p>
      {/* The main code leaves one of the three cells empty, so that the columns align. */}
      <div className="grid grid-cols-[repeat(3,2.75rem)] max-sm:-me-2 sm:-me-3">
        <DownloadMenu code={code} />
        <IconButton label={`Rename ${code.name}`} onClick={() => onRename(code)}>
          <Pencil aria-hidden />
        </IconButton>
        {!code.isMain && (
          <IconButton
            label={`Retire ${code.name}`}
            tone="destructive"
            aria-disabled={retiring}
            onClick={() => !retiring && onRetire(code)}
          >
            <Archive aria-hidden />
          </IconButton>
        )}
      </div>
    </li>
  );
});

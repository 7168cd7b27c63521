import type { Code } from '@tavola/contracts/qr.ts';
import { Download } from 'lucide-react';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { DropdownMenu, MenuItem, MenuLabel } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useDownloadCode } from '../api.ts';

const FILES = [
  { query: 'format=png&size=512', label: 'PNG, small', detail: '512 px' },
  { query: 'format=png&size=1024', label: 'PNG, medium', detail: '1024 px' },
  { query: 'format=png&size=2048', label: 'PNG, large', detail: '2048 px' },
  { query: 'format=svg', label: 'SVG', detail: 'any size' },
];

/** A menu of one code's file formats. */
export function DownloadMenu({ code }: { code: Code }) {
  const download = useDownloadCode();
  const get = async (query: string) => {
    try {
      await download.mutateAsync({ id: code.id, query });
    } catch (error) {
      toastInServersWords(error, 'Download failed', "The code couldn't be downloaded. Please try again.");
    }
  };
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Download ${code.name}`} aria-busy={download.isPending || undefined}>
          {download.isPending ? <Spinner /> : <Download aria-hidden />}
        </IconButton>
      }
    >
      <MenuLabel>Download as</MenuLabel>
      {FILES.map(({ query, label, detail }) => (
        <MenuItem key={query} disabled={download.isPending} onSelect={() => void get(query)}>
          <span className="flex-1">{label}</span>
          <span className="figures text-sm text-ink-muted">{detail}</span>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}

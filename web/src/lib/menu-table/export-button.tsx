import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu, MenuItem } from '../../ui/dropdown-menu.tsx';
import { toastFailure } from '../failure-toast.ts';
import type { ExportFormat } from './export-menu.ts';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
];

export interface ExportButtonProps {
  label: string;
  /** Shows the icon alone, where the label has no room. */
  isIconOnly?: boolean;
}

/** Saves the whole menu as a file, in a format that one chooses. */
export function ExportButton({ label, isIconOnly = false }: ExportButtonProps) {
  const client = useQueryClient();
  const save = useMutation({
    // What writes files is loaded when it is used.
    mutationFn: async (format: ExportFormat) => (await import('./export-menu.ts')).exportMenu(client, format),
    onError: (error) => toastFailure(error, 'Export failed', "Your menu couldn't be exported. Please try again."),
  });
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="secondary"
          busy={save.isPending}
          title={isIconOnly ? label : undefined}
          className={isIconOnly ? 'size-11 p-0' : undefined}
        >
          <Download aria-hidden />
          <span className={isIconOnly ? 'sr-only' : undefined}>{label}</span>
        </Button>
      }
    >
      {FORMATS.map(({ format, label: name }) => (
        <MenuItem key={format} onSelect={() => save.mutate(format)}>
          {name}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}

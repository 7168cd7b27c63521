import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MenuItem } from '../../ui/dropdown-menu.tsx';
import { toastFailure } from '../http/failure-toast.ts';
import type { ExportFormat } from './export-menu.ts';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
];

/** Saves the whole menu as a file. */
export function useExport() {
  const client = useQueryClient();
  return useMutation({
    // What writes files is loaded when it is used.
    mutationFn: async (format: ExportFormat) => (await import('./export-menu.ts')).exportMenu(client, format),
    onError: (error) => toastFailure(error, 'Export failed', "Your menu couldn't be exported. Please try again."),
  });
}

/** The formats of an export, inside a menu. */
export const ExportChoices = ({ onChoose }: { onChoose: (format: ExportFormat) => void }) =>
  FORMATS.map(({ format, label }) => (
    <MenuItem key={format} onSelect={() => onChoose(format)}>
      {label}
    </MenuItem>
  ));

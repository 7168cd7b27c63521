import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/dropdown-menu.tsx';
import { ExportChoices, useExport } from './export-choices.tsx';

/** Saves the whole menu as a file, in a format that one chooses. */
export function ExportButton({ label }: { label: string }) {
  const save = useExport();
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary" busy={save.isPending}>
          <Download aria-hidden />
          {label}
        </Button>
      }
    >
      <ExportChoices onChoose={(format) => save.mutate(format)} />
    </DropdownMenu>
  );
}

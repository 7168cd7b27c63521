import { ClipboardPaste } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';

/** Leads to Import, where there is nothing on the menu yet. */
export function PasteMenuLink() {
  return (
    <Button asChild variant="secondary">
      <Link href="/dashboard/import">
        <ClipboardPaste aria-hidden />
        Paste Your Menu
      </Link>
    </Button>
  );
}

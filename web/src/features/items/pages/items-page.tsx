import { ChefHat, ClipboardPaste, History, type LucideIcon, PencilLine, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { ExportButton } from '../../../lib/menu-table/export-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ItemsSection } from '../components/items-section.tsx';

export interface ItemsPageProps {
  /** Leads to the translations to review. */
  translations: ReactNode;
}

/** The screen Menu Items. */
export function ItemsPage({ translations }: ItemsPageProps) {
  useDocumentTitle('Menu Items');
  return (
    <ItemsSection
      headingLevel={2}
      renderHeader={(add) => (
        <PageHeader
          dense
          title="Menu Items"
          description="Everything your guests can order. Switch off what has run out, and your menu updates instantly."
          actions={
            <>
              {translations}
              {/* On a phone, the translations to review come first. */}
              <span className="max-sm:not-first:hidden">
                <ScreenLink href="/dashboard/import" Icon={ClipboardPaste} name="Import" />
              </span>
              {/* A phone has it on the screen Import. */}
              <span className="max-sm:hidden">
                <ExportButton label="Export" isIconOnly />
              </span>
              {/* A phone has it in its selection mode. */}
              <span className="max-sm:hidden">
                <ScreenLink href="/dashboard/items/change" Icon={PencilLine} name="Change Many…" />
              </span>
              <ScreenLink href="/dashboard/kitchen" Icon={ChefHat} name="Kitchen" />
              <ScreenLink href="/dashboard/history" Icon={History} name="History" />
              <Button onClick={add}>
                <Plus aria-hidden />
                Add Item
              </Button>
            </>
          }
        />
      )}
    />
  );
}

/** Leads to a screen about the items; its icon alone on a phone, so that the list begins higher up. */
function ScreenLink({ href, Icon, name }: { href: string; Icon: LucideIcon; name: string }) {
  return (
    <Button asChild variant="secondary" className="max-sm:size-11 max-sm:p-0">
      <Link href={href}>
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{name}</span>
      </Link>
    </Button>
  );
}

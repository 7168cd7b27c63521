import { ChefHat, ClipboardPaste, History, ListPlus, PencilLine, Plus, WheatOff, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { ExportChoices, useExport } from '../../../lib/menu-table/export-choices.tsx';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/dropdown-menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { DescribeField } from '../components/describe-field.tsx';
import { ItemsSection } from '../components/items-section.tsx';

/** A phone shows the icon alone, so that the list begins higher up. */
const FOR_PHONES = 'max-sm:size-11 max-sm:p-0';

const SCREENS = [
  { href: '/dashboard/import', Icon: ClipboardPaste, name: 'Import' },
  { href: '/dashboard/options', Icon: ListPlus, name: 'Options' },
  { href: '/dashboard/items/change', Icon: PencilLine, name: 'Change Many…' },
  { href: '/dashboard/allergens', Icon: WheatOff, name: 'Allergens' },
  { href: '/dashboard/history', Icon: History, name: 'History' },
];

interface ItemsPageProps {
  /** Leads to the translations to review. */
  translations: ReactNode;
}

/** The screen Menu Items. */
export function ItemsPage({ translations }: ItemsPageProps) {
  useDocumentTitle('Menu Items');
  return (
    <ItemsSection
      headingLevel={2}
      renderHeader={(add, hasItems) => (
        <>
          <PageHeader
            dense
            title="Menu Items"
            description="Everything your guests can order. Switch off what has run out, and your menu updates instantly."
            actions={
              <>
                {translations}
                <Button asChild variant="secondary" className={FOR_PHONES}>
                  <Link href="/dashboard/kitchen">
                    <ChefHat aria-hidden />
                    <span className="max-sm:sr-only">Kitchen</span>
                  </Link>
                </Button>
                <ToolsMenu />
                <Button onClick={add}>
                  <Plus aria-hidden />
                  Add Item
                </Button>
              </>
            }
          />
          {hasItems && <DescribeField />}
        </>
      )}
    />
  );
}

/** What one does with the whole menu. */
function ToolsMenu() {
  const save = useExport();
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary" busy={save.isPending} className={FOR_PHONES}>
          <Wrench aria-hidden />
          <span className="max-sm:sr-only">Tools</span>
        </Button>
      }
    >
      {SCREENS.map(({ href, Icon, name }) => (
        <MenuItem key={href} asChild>
          <Link href={href}>
            <Icon aria-hidden />
            {name}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLabel>Export</MenuLabel>
      <ExportChoices onChoose={(format) => save.mutate(format)} />
    </DropdownMenu>
  );
}

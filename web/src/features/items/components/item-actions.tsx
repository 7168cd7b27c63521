import { Copy, CopyPlus, Ellipsis, History, Trash2 } from 'lucide-react';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/dropdown-menu.tsx';

interface ItemActionsProps {
  /** Whether the dialog adds a new item. */
  isNew: boolean;
  busy: boolean;
  isUploading: boolean;
  onDelete: () => void;
  onDuplicate: () => void;
  onHistory: () => void;
  onCancel: () => void;
  onSaveAndGoOn: () => void;
}

/** What else can be done in a dish's dialog, beside saving: buttons, or on a phone a menu, so that the form keeps its room. */
export function ItemActions(props: ItemActionsProps) {
  return useMediaQuery('(width < 40rem)') ? <Menu {...props} /> : <Buttons {...props} />;
}

function Buttons({ isNew, busy, isUploading, onDelete, onDuplicate, onCancel, onSaveAndGoOn }: ItemActionsProps) {
  return (
    <div className="flex grow gap-2.5">
      {!isNew && (
        <>
          <Button
            variant="ghost"
            disabled={busy}
            onClick={onDelete}
            className="text-tomato-ink sm:-ms-3 sm:px-3 ready:hover:text-tomato-ink"
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onDuplicate} className="sm:px-3">
            <Copy aria-hidden />
            Duplicate
          </Button>
        </>
      )}
      <Button variant="secondary" disabled={busy} onClick={onCancel} className="ms-auto">
        Cancel
      </Button>
      {isNew && (
        <Button
          variant="secondary"
          disabled={busy || isUploading}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onSaveAndGoOn}
        >
          Save & Add Another
        </Button>
      )}
    </div>
  );
}

/** "Close" above the form is a phone's Cancel. */
function Menu({ isNew, busy, isUploading, onDelete, onDuplicate, onHistory, onSaveAndGoOn }: ItemActionsProps) {
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button variant="secondary" disabled={busy} aria-label="More actions" className="w-12 shrink-0 max-sm:px-0">
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {isNew ? (
        <MenuItem disabled={isUploading} onSelect={onSaveAndGoOn}>
          <CopyPlus aria-hidden /> Save & Add Another
        </MenuItem>
      ) : (
        <>
          <MenuItem onSelect={onDuplicate}>
            <Copy aria-hidden /> Duplicate
          </MenuItem>
          <MenuItem onSelect={onHistory}>
            <History aria-hidden /> History of This Item
          </MenuItem>
          <MenuItem tone="destructive" onSelect={onDelete}>
            <Trash2 aria-hidden /> Delete
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

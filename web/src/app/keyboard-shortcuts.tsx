import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { areShortcutsOn, setShortcutsOn, useShortcutsOn } from '../lib/browser/shortcuts.ts';
import { whenThere } from '../lib/browser/when-there.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import type { DashboardEntry } from './dashboard-entries.ts';

/** What Macs call the key. */
const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
/** How long after `g` the next key still counts. */
const SEQUENCE_MS = 1500;

interface KeyboardShortcutsProps {
  /** The screens that the user's navigation has. */
  entries: readonly DashboardEntry[];
  /** The screen to search where the open one has no search. */
  searchPath: string;
  /** Whether the user may add dishes. */
  addsDishes: boolean;
  /** Whether the list of shortcuts shows. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dashboard's keyboard shortcuts: `g` and a letter open a screen, `/` searches, `?` shows the list. */
export function KeyboardShortcuts({ entries, searchPath, addsDishes, open, onOpenChange }: KeyboardShortcutsProps) {
  const [, navigate] = useLocation();
  const isOn = useShortcutsOn();

  useEffect(() => {
    let goingSince = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!areShortcutsOn() || isMeantElsewhere(event)) return;
      const isGoing = event.timeStamp - goingSince < SEQUENCE_MS;
      goingSince = event.key === 'g' && !isGoing ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const entry = isGoing && entries.find(({ shortcut }) => shortcut === event.key);
      if (entry) navigate(entry.href);
      else if (event.key === '/') search(searchPath, navigate);
      else if (event.key === '?') onOpenChange(true);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [entries, searchPath, navigate, onOpenChange]);

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="sm">
      <div className="flex flex-col gap-5">
        <dl className="flex flex-col">
          {entries.map(({ href, label, shortcut }) => (
            <Shortcut key={href} keys={['g', shortcut]} action={`Go to ${label}`} />
          ))}
          <Shortcut keys={['/']} action="Search" />
          <Shortcut keys={['?']} action="Show this list" />
          {addsDishes && (
            <>
              <Shortcut keys={['Enter']} action="Add the dish typed below a category" />
              <Shortcut keys={[COMMAND, 'Enter']} action="Save an item & add another" />
            </>
          )}
        </dl>
        <Switch
          label="Use shortcuts"
          description="Applies to this device."
          checked={isOn}
          onCheckedChange={setShortcutsOn}
        />
      </div>
    </Dialog>
  );
}

function Shortcut({ keys, action }: { keys: readonly string[]; action: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2">
      <dt>{action}</dt>
      <dd className="flex gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="figures inline-flex h-7 min-w-7 items-center justify-center rounded-tag border border-line-strong bg-sunken px-1.5 text-sm font-semibold"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

/** Whether a key belongs to a field, a menu, a dialog or the browser. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, textarea, select, [contenteditable], [role=combobox]')) return true;
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null;
}

/** Focuses the screen's search field, or the one at `path` where the screen has none. */
function search(path: string, navigate: (path: string) => void): void {
  if (focusSearch()) return;
  navigate(path);
  whenThere(() => window.location.pathname === path && focusSearch());
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [role=searchbox]');
  field?.focus();
  field?.select();
  return field !== null;
}

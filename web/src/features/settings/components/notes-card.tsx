import { ANNOUNCEMENTS, type AnnouncementName } from '@tavola/contracts/announcements.ts';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { keptDrafts } from '../../../lib/forms/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { freeName, noteInWords } from '../note-form.ts';
import { NOTE_DRAFT, NoteDialog } from './note-dialog.tsx';

/** The notes on the menu, and the dialog that changes them. */
export function NotesCard({ tenant }: { tenant: Tenant }) {
  const { announcements } = tenant;
  // Each opening begins with what is saved then; open on arrival is the form that was being edited when the session ended.
  const [opening, setOpening] = useState(() => {
    const name = ANNOUNCEMENTS.find((one) => keptDrafts(NOTE_DRAFT).includes(one));
    return { count: 0, name: name ?? 'first', isOpen: name !== undefined };
  });
  const open = (name: AnnouncementName) => setOpening(({ count }) => ({ count: count + 1, name, isOpen: true }));
  const free = freeName(announcements);
  const notes = ANNOUNCEMENTS.flatMap((name) => {
    const note = announcements?.[name];
    return note ? [{ name, note }] : [];
  });
  return (
    <Card>
      <CardSection
        title="Notes on the Menu"
        description="Up to two, such as “Kitchen closes at ten” or a raw-food advisory. They print with the menu, too."
        actions={
          free && (
            <Button variant="secondary" onClick={() => open(free)}>
              <Plus aria-hidden />
              Add Note
            </Button>
          )
        }
      >
        {notes.length > 0 && (
          <ul aria-label="Notes on the menu" className="divide-y divide-line border-y border-line">
            {notes.map(({ name, note }) => (
              <li key={name} className="flex items-start justify-between gap-3 py-3">
                <div className="flex min-w-0 flex-col gap-0.5">
                  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                    {note.text}
                  </p>
                  <p className="text-sm text-ink-muted">{noteInWords(note)}</p>
                </div>
                <IconButton label={`Edit ${name} note`} className="-me-2 -mt-2" onClick={() => open(name)}>
                  <Pencil aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <NoteDialog
          key={opening.count}
          tenant={tenant}
          name={opening.name}
          open={opening.isOpen}
          onClose={() => setOpening((before) => ({ ...before, isOpen: false }))}
        />
      </CardSection>
    </Card>
  );
}

import type { Languages } from '@tavola/contracts/languages.ts';
import { OFFERED_FROM } from '@tavola/contracts/rules/languages.ts';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { languageName } from '../../../lib/text/language-name.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ownName } from '../language-names.ts';
import { isOffered, type Progress } from '../texts.ts';
import { ProgressLine } from './progress-line.tsx';

interface LanguageRowProps {
  tag: string;
  languages: Languages;
  /** Undefined while unknown. */
  progress: Progress | undefined;
  /** Whether it is not known because it could not be loaded. */
  hasFailed: boolean;
  busy: boolean;
  /** Moves it by this many places, up if below 0. */
  onMove: (by: -1 | 1) => void;
  onShowAnyway: (always: boolean) => void;
  onRemove: () => void;
}

/** A language that the menu is translated into: how far it is, and whether guests can choose it. */
export function LanguageRow({
  tag,
  languages,
  progress,
  hasFailed,
  busy,
  onMove,
  onShowAnyway,
  onRemove,
}: LanguageRowProps) {
  const name = languageName(tag);
  const { others } = languages;
  const moves = [
    { by: -1, label: `Move ${name} up`, icon: <ArrowUp aria-hidden />, isAtEnd: others[0] === tag },
    { by: 1, label: `Move ${name} down`, icon: <ArrowDown aria-hidden />, isAtEnd: others.at(-1) === tag },
  ] as const;
  const always = languages.always?.includes(tag) ?? false;
  const shown = progress && isOffered(languages, tag, progress);
  const isReady = progress && isOffered({ ...languages, always: [] }, tag, progress);
  return (
    <li data-row={tag} className="flex flex-col gap-4 px-5 py-5 not-last:border-b not-last:border-line sm:px-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 max-sm:basis-full">
          <h3 className="text-lg font-semibold">{name}</h3>
          {ownName(tag) !== name && (
            <span lang={tag} dir="auto" className="text-ink-muted">
              {ownName(tag)}
            </span>
          )}
          {progress && (
            <Badge tone={shown ? 'positive' : 'neutral'}>{shown ? 'Shown to guests' : 'Not shown yet'}</Badge>
          )}
        </div>
        <div className="flex items-center gap-1">
          <Button asChild variant="secondary" size="sm">
            <Link href={`/dashboard/languages?lang=${tag}`} aria-label={`Translate into ${name}`}>
              Translate
            </Link>
          </Button>
          {others.length > 1 &&
            moves.map(({ by, label, icon, isAtEnd }) => (
              // Not disabled, so that it keeps the focus at the end of the list and while it is saved. Nor are the others.
              <IconButton
                key={by}
                label={label}
                aria-disabled={isAtEnd || busy}
                onClick={() => !isAtEnd && !busy && onMove(by)}
              >
                {icon}
              </IconButton>
            ))}
          <IconButton
            label={`Remove ${name}`}
            tone="destructive"
            aria-disabled={busy}
            onClick={() => !busy && onRemove()}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      {progress ? <ProgressLine lang={tag} progress={progress} /> : !hasFailed && <Skeleton className="h-8" />}
      {progress && (!isReady || always) && (
        <Switch
          label="Show anyway"
          description={`Guests can choose ${name} once ${OFFERED_FROM * 100}% of the names are translated. The rest shows in ${languageName(languages.base)}.`}
          checked={always}
          onCheckedChange={(always) => !busy && onShowAnyway(always)}
        />
      )}
    </li>
  );
}

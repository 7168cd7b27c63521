import type { MenuParts } from '../../../lib/menu-table/menu-parts.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { languageName } from '../../../lib/text/language-name.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { PartKind } from '../table/read-parts.ts';

interface PartsInFileProps {
  parts: MenuParts;
  /** The dishes that get a photo. */
  pictures: readonly { name: string }[];
  left: readonly PartKind[];
  onLeave: (left: PartKind[]) => void;
}

/** What an export has beside its dishes and the menu lacks: it is added, too, where it is ticked. Nothing where there is none. */
export function PartsInFile({
  parts: { languages, optionGroups, dayparts },
  pictures,
  left,
  onLeave,
}: PartsInFileProps) {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  const kinds: { kind: PartKind; names: readonly string[]; words: [one: string, more: string] }[] = [
    { kind: 'optionGroups', names: names(optionGroups), words: ['option group', 'option groups'] },
    { kind: 'dayparts', names: names(dayparts), words: ['menu time', 'menu times'] },
    { kind: 'pictures', names: names(pictures), words: ['photo', 'photos'] },
    { kind: 'languages', names: languages ? namesOf(languages) : [], words: ['language', 'languages'] },
  ];
  const found = kinds.filter((one) => one.names.length > 0);
  if (found.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3 rounded-control border border-line p-4">
      <legend className="px-1 font-semibold">Also in this file</legend>
      {found.map(({ kind, names, words }) => (
        <Checkbox
          key={kind}
          className="min-w-0 wrap-anywhere"
          label={many(names.length, ...words)}
          description={<bdi>{listed(names)}</bdi>}
          checked={!left.includes(kind)}
          onCheckedChange={(isTaken) => onLeave(isTaken ? left.filter((one) => one !== kind) : [...left, kind])}
        />
      ))}
    </fieldset>
  );
}

const namesOf = ({ base, others }: NonNullable<MenuParts['languages']>) => [base, ...others].map(languageName);

/** Most names in a list. */
const NAMED = 20;

const listed = (names: readonly string[]): string =>
  [...names.slice(0, NAMED), names.length > NAMED && `${formatCount(names.length - NAMED)} more`]
    .filter(Boolean)
    .join(', ');

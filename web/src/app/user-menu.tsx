import type { User } from '@tavola/contracts/auth.ts';
import { ChevronDown, FileText, KeyRound, LifeBuoy, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTheme } from '../lib/browser/theme.ts';
import { siteLinks, useSite } from '../lib/http/use-site.ts';
import { useIsPinSession, useKitchenTablet } from '../lib/session/kitchen-tablet.ts';
import { firstLetter } from '../lib/text/first-letter.ts';
import { cn } from '../ui/cn.ts';
import { DropdownMenu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/dropdown-menu.tsx';
import { Initial } from '../ui/initial.tsx';

/** The operator's support, terms and privacy policy. */
function OperatorItems() {
  return siteLinks(useSite()).map(({ href, label }) => (
    <MenuItem key={label} asChild>
      <a href={href}>
        {label === 'Support' ? <LifeBuoy aria-hidden /> : <FileText aria-hidden />} {label}
      </a>
    </MenuItem>
  ));
}

interface UserMenuProps {
  user: User;
  /** Whether a phone has no room for the user's name. */
  isShort?: boolean;
  children?: ReactNode;
}

/** The user's menu: account, `children`, admin link, appearance. */
export function UserMenu({ user, isShort = false, children }: UserMenuProps) {
  const [theme, setTheme] = useTheme();
  const isPinSession = useIsPinSession();
  const tablet = useKitchenTablet();
  // Who set the tablet up need not be who uses it.
  const name = isPinSession && tablet ? tablet.name : user.name;
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          className="-me-2 flex min-h-11 min-w-0 items-center gap-2.5 rounded-full py-1 ps-1 pe-2 hover:bg-sunken"
        >
          <Initial letter={firstLetter(name)} />
          <span dir="auto" className={cn('truncate font-semibold', isShort ? 'max-sm:sr-only' : 'max-sm:max-w-[40vw]')}>
            {name}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </button>
      }
    >
      <MenuLabel className="max-w-64 truncate">{isPinSession ? 'Kitchen tablet' : user.email}</MenuLabel>
      <MenuSeparator />
      {!isPinSession && (
        <MenuItem asChild>
          <Link href={user.tenantId === null && user.role === 'admin' ? '/admin/account' : '/settings/account'}>
            <KeyRound aria-hidden /> Account & security
          </Link>
        </MenuItem>
      )}
      {children}
      <OperatorItems />
      <MenuSeparator />
      {user.role === 'admin' && (
        <>
          <MenuItem asChild>
            <Link href="/admin">
              <ShieldCheck aria-hidden /> Admin
            </Link>
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuChoice
        label="Appearance"
        value={theme}
        onValueChange={setTheme}
        options={[
          { value: 'system', label: 'Match system', icon: <Monitor aria-hidden /> },
          { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
          { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
        ]}
      />
    </DropdownMenu>
  );
}

import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { Clock, MapPin, Phone } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { firstLetter, formatPrice } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useSampleItems } from '../api.ts';

export interface MenuPreviewProps {
  name: string;
  description: string;
  phone: string;
  address: string;
  logo: string;
  themeColor: string;
  /** How prices are written. */
  money: MoneyPattern;
  /** The public menu's function from theme colour to styles. */
  menuStyle: (themeColor: string) => CSSProperties;
}

const letterClass =
  'bg-(--menu-accent)/10 text-(--menu-accent) shadow-[inset_0_0_0_2px_var(--color-paper),inset_0_0_0_3px_color-mix(in_srgb,var(--menu-accent)_30%,transparent)]';

/** A preview of the public menu's header with the form's current values. */
export function MenuPreview({
  name,
  description,
  phone,
  address,
  logo,
  themeColor,
  money,
  menuStyle,
}: MenuPreviewProps) {
  const items = useSampleItems(3);
  return (
    <div className="flex max-w-96 flex-col gap-3">
      <div
        role="img"
        aria-label="Preview of your menu"
        style={menuStyle(themeColor)}
        className="overflow-hidden rounded-card border border-line bg-paper shadow-float"
      >
        <div className="bg-(--menu-hero) text-(--menu-on-hero)">
          <div className="flex flex-col gap-3 px-5 pt-5 pb-4">
            <div dir="auto" className="flex items-center gap-3.5">
              <Thumbnail
                src={logo || null}
                letter={firstLetter(name || '?')}
                className="size-13"
                looks="rounded-full bg-(--menu-on-hero) text-xl text-(--menu-hero) shadow-[inset_0_0_0_3px_var(--menu-on-hero),inset_0_0_0_4px_var(--menu-hero)]"
              />
              <p className="display line-clamp-3 min-w-0 text-xl wrap-anywhere">{name || 'Your restaurant'}</p>
            </div>
            {description && (
              <p dir="auto" className="line-clamp-4 text-sm wrap-anywhere">
                {description}
              </p>
            )}
            <div className="flex flex-col gap-1 text-sm font-medium">
              <Fact icon={<Clock aria-hidden />}>Open until 10 PM</Fact>
              {phone && <Fact icon={<Phone aria-hidden />}>{phone}</Fact>}
              {address && <Fact icon={<MapPin aria-hidden />}>{address}</Fact>}
            </div>
          </div>
          <div className="tablecloth h-5" />
        </div>
        <div className="flex items-center gap-2 overflow-hidden border-b border-line px-4 py-2.5">
          <span className="shrink-0 rounded-full bg-(--menu-accent) px-3.5 py-1.5 text-sm font-semibold text-(--menu-on-accent)">
            All Items
          </span>
          <span className="h-2.5 w-16 rounded-full bg-line" />
          <span className="h-2.5 w-20 rounded-full bg-line" />
          <span className="h-2.5 w-14 shrink-0 rounded-full bg-line" />
        </div>
        <div className="flex flex-col px-4">
          {items.map((item) => (
            <div
              key={item.id}
              dir="auto"
              className="flex items-center gap-3 py-3 not-last:border-b not-last:border-line"
            >
              <Thumbnail
                src={item.image}
                letter={firstLetter(item.name)}
                className="size-10"
                looks={cn('rounded-full text-base', letterClass)}
              />
              <p className="min-w-0 flex-1 truncate text-sm font-semibold">{item.name}</p>
              <span dir="ltr" className="figures text-sm font-bold">
                {formatPrice(item.price, money)}
              </span>
            </div>
          ))}
          {items.length === 0 &&
            ['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
              <div key={width} className="flex items-center gap-3 py-3 not-last:border-b not-last:border-line">
                <span className={cn('size-10 rounded-full', letterClass)} />
                <span className={cn('h-2.5 rounded-full bg-line', width)} />
              </div>
            ))}
        </div>
      </div>
      <p className="text-sm text-ink-muted">We adjust shades where needed, so your menu stays readable.</p>
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <span className="flex h-[1.5em] items-center [&_svg]:size-4">{icon}</span>
      <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{children}</bdi>
    </p>
  );
}

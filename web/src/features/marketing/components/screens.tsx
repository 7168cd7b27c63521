import { DEMO_SLUG } from '@tavola/contracts/product.ts';
import type { ReactNode } from 'react';
import { ScreenPicture } from './screen-picture.tsx';

/** The product as it is, for guests, owners and the kitchen. */
export function Screens() {
  return (
    <section aria-labelledby="screens" className="mx-auto max-w-6xl px-5 pt-20 sm:px-8 lg:pt-28">
      <h2 id="screens" className="display max-w-prose text-3xl">
        See it before you sign up
      </h2>
      <div className="grid gap-x-14 gap-y-14 pt-10 lg:grid-cols-[2fr_5fr] lg:gap-y-20">
        <Shown title="What guests see" text="A café's menu, in its own colors. On their own phones, without an app.">
          <ScreenPicture
            name="menu-open"
            device="phone"
            className="mx-auto max-w-72"
            alt="The menu of a café on a phone: its name on a photo, tabs for its categories, and dishes with photos and prices."
          />
        </Shown>
        <Shown
          title="All your dishes in one list"
          text="Change a price, rename a dish or mark it as sold out, right in the list. History undoes what went wrong."
        >
          <ScreenPicture
            name="items"
            device="laptop"
            onPhones="items"
            alt="The dashboard: a list of dishes with category, price and a switch that says whether each is available."
          />
        </Shown>
      </div>
      <div className="grid gap-x-14 gap-y-14 pt-14 lg:grid-cols-[5fr_2fr] lg:pt-20">
        <Shown title="A code for every table" text="Name them, number them, and print them all on one PDF.">
          <ScreenPicture
            name="qr"
            device="laptop"
            onPhones="dialog-qr-style"
            alt="The QR codes of a restaurant: the printed card with its code, in the restaurant's colors."
          />
        </Shown>
        <Shown title="Sold out, from the kitchen" text="One tap on a phone, and the menu on every table says so.">
          <ScreenPicture
            name="kitchen"
            device="phone"
            className="mx-auto max-w-72"
            alt="The kitchen's list on a phone: what is out of stock first, then all dishes, each with its state."
          />
        </Shown>
      </div>
      <p className="pt-12 text-lg text-ink-muted">
        Try it as a guest:{' '}
        <a href={`/menu/${DEMO_SLUG}`} className="font-semibold text-brand-ink underline underline-offset-4">
          open the demo menu
        </a>
        .
      </p>
    </section>
  );
}

function Shown({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    // Captions and pictures of a row begin at the same height.
    <figure className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-6">
      <figcaption className="flex flex-col gap-1.5 border-t-2 border-ink pt-4">
        <h3 className="display text-xl">{title}</h3>
        <p className="text-ink-muted">{text}</p>
      </figcaption>
      <div>{children}</div>
    </figure>
  );
}

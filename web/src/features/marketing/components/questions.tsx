import { DELETION_DAYS } from '@tavola/contracts/product.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { LANGUAGES_MAX } from '@tavola/contracts/rules/languages.ts';
import { ChevronDown } from 'lucide-react';
import { usePricing } from '../api.ts';

const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  [
    'Do my guests need an app?',
    "No. They point the phone's camera at the code, and the menu opens in the browser. No app, no account, no cookies.",
  ],
  [
    'Do I print new codes when the menu changes?',
    "No. A printed code leads to your menu for good, even if you rename the restaurant or change the menu's address.",
  ],
  [
    'How does my menu get in?',
    'Paste it, take photos of it, or drop a PDF, an Excel or CSV file, or an export from Square, Toast, Clover, Lightspeed and others. Dishes can also be typed one by one.',
  ],
  [
    'What if a dish runs out during service?',
    'Tap it in the kitchen screen or the list of dishes: for good, or until a time that you choose. Menus that are open on phones change by themselves.',
  ],
  [
    'Does it work with a bad connection?',
    'The page is small and made for weak signals. A menu that a phone has opened before can be read again without any connection.',
  ],
  [
    'Can my menu be in several languages?',
    `In up to ${LANGUAGES_MAX}. The page itself speaks 13, and a scan opens the menu in the guest's language if you offer it. You decide on every translation.`,
  ],
  [
    'Can guests order or pay with it?',
    'No. It is a menu to read, with buttons to call you and to find the way. Your staff, your register and your payments stay as they are.',
  ],
  [
    'What is stored about my guests?',
    'Counts: how often the menu was read, for how long, and which code was scanned. Nothing that tells who read it, and opting out of tracking is respected.',
  ],
  [
    'I have more than one restaurant. How does that work?',
    `One login opens up to ${QUOTAS.restaurants.most}, each with its own menu, prices, hours, look and codes. A new one can start with the menu of another, and a changed dish can be carried over to the others.`,
  ],
];

const LEAVING = [
  'What if I want to leave?',
  `Download all your data and pictures, and delete the account in Settings. For ${DELETION_DAYS} days you can change your mind, then the data is deleted.`,
] as const;

/** What owners ask before they sign up. */
export function Questions() {
  const hasPrices = usePricing().plans.length > 0;
  const trial = [
    'What happens after the 14 days?',
    `Nothing is charged by itself: you never give us a card.${hasPrices ? ' If you stay, you choose one of the plans above.' : ''}`,
  ] as const;
  return (
    <section aria-labelledby="questions" className="mx-auto max-w-6xl px-5 py-20 sm:px-8 lg:py-28">
      <div className="grid gap-10 lg:grid-cols-[4fr_7fr] lg:gap-14">
        <h2 id="questions" className="display text-3xl">
          Questions and answers
        </h2>
        <div className="border-t border-line-strong">
          {[...QUESTIONS, trial, LEAVING].map(([question, answer]) => (
            <details key={question} className="group border-b border-line-strong">
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-control py-3 text-lg font-semibold hover:text-brand-ink [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown
                  aria-hidden
                  className="size-5 shrink-0 text-brand transition-transform group-open:rotate-180"
                  strokeWidth={2.5}
                />
              </summary>
              <p className="max-w-prose pe-9 pb-5 text-ink-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

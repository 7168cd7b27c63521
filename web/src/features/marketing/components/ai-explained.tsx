import { Check } from 'lucide-react';
import { useHasModel } from '../api.ts';

const ALWAYS = [
  'Import takes the menu that you have: pasted text, photos, a PDF, a spreadsheet or another product’s export. It finds sections, dishes and prices by itself.',
  'It asks about what could be read two ways, and you see every dish before a guest does.',
  'All of this runs in your own browser. The file stays with you.',
] as const;

const WITH_A_MODEL = [
  'A language model can read a photo, too, drafts descriptions and translations, and turns “all pizzas +4 %” into changes.',
  'It is asked only when you press the button, gets only what it needs for that, and saves nothing: you confirm, change or discard what it suggests.',
] as const;

/** What "AI-powered" means on this site: more where the operator has set up a model. */
export function AiExplained() {
  const isOn = useHasModel();
  const points = isOn ? [...ALWAYS, ...WITH_A_MODEL] : ALWAYS;
  return (
    <section aria-labelledby="ai" className="border-y border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-16 sm:px-8 lg:grid-cols-[4fr_7fr] lg:gap-14 lg:py-24">
        <h2 id="ai" className="display text-3xl">
          What AI-powered means here
        </h2>
        <div className="flex flex-col gap-6">
          <ul className="flex flex-col gap-4">
            {points.map((point) => (
              <li key={point} className="flex items-start gap-3">
                <Check aria-hidden className="mt-1.5 size-4 shrink-0 text-brand" strokeWidth={3} />
                <p className="text-ink-muted">{point}</p>
              </li>
            ))}
          </ul>
          {!isOn && (
            <p className="text-ink-muted">No language model is connected to this site: it writes nothing for you.</p>
          )}
        </div>
      </div>
    </section>
  );
}

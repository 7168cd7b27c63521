import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import type { MenuRule } from '@tavola/contracts/menu-rules.ts';
import { groupsById } from '@tavola/contracts/rules/choices.ts';
import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { applyRules } from '../../../lib/draft/apply-rules.ts';
import { keepChosen, keptChosen } from '../../../lib/draft/chosen-items.ts';
import { keptDescribed } from '../../../lib/draft/described-change.ts';
import { DraftDone } from '../../../lib/draft/draft-done.tsx';
import { DraftReview } from '../../../lib/draft/draft-review.tsx';
import { MenuPending } from '../../../lib/draft/menu-pending.tsx';
import { type OwnMenu, useMenu } from '../../../lib/draft/use-menu.ts';
import { useKeptInput } from '../../../lib/forms/forms.ts';
import { useDayparts, useOptionGroups } from '../../../lib/http/queries.ts';
import { useRestaurantMoney } from '../../../lib/money/use-own-money.ts';
import { many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { DescribeChange } from '../components/describe-change.tsx';
import { ActFields, FilterFields } from '../components/rule-fields.tsx';
import { amongChosen, NEW_RULE, offerRule, ruleOf } from '../rule-form.ts';

/** The screen Change Many: one rule for many dishes, such as "all pizzas +4 %", shown as a difference before it is done. */
export function BulkEditPage() {
  useDocumentTitle('Change Many Dishes');
  const { menu, ...pending } = useMenu();
  const [done, setDone] = useState<ConfirmedDraft>();
  return (
    <>
      <PageHeader
        title="Change Many Dishes"
        description="Choose dishes and what to change. You'll see every change before a guest does."
        actions={
          <Button asChild variant="secondary">
            <Link href="/dashboard/items">
              <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
              Menu Items
            </Link>
          </Button>
        }
      />
      {done ? (
        <DraftDone done={done} againLabel="Change More" onAgain={() => setDone(undefined)} />
      ) : menu ? (
        <BulkEdit menu={menu} onDone={setDone} />
      ) : (
        <MenuPending {...pending} />
      )}
    </>
  );
}

function BulkEdit({ menu, onDone }: { menu: OwnMenu; onDone: (done: ConfirmedDraft) => void }) {
  const formId = useId();
  const money = useRestaurantMoney();
  const dayparts = useDayparts().data?.dayparts;
  const groups = useOptionGroups().data;
  // The menu time that dishes are chosen for, in a link.
  const offerAt = new URLSearchParams(useSearch()).get('offer');
  const [begin] = useState(() => (offerAt === null ? NEW_RULE : offerRule(offerAt)));
  const [form, setForm] = useState(begin);
  const [chosen, setChosen] = useState(keptChosen);
  useEffect(() => keepChosen(undefined), []);
  // Typing stays quick while the preview of a long menu is made.
  const deferred = useDeferredValue(form);
  const rule = useMemo(() => ruleOf(deferred, chosen, money), [deferred, chosen, money]);
  const [described, setDescribed] = useState<readonly MenuRule[]>();
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const { restored: isRestored } = useKeptInput(
    'bulk-edit',
    () => (form === begin && !chosen && !described ? undefined : { form, chosen, described, leftOut: [...leftOut] }),
    (kept) => {
      // Dishes or a menu time that were just chosen elsewhere, or a change that was described there, are another change.
      if (chosen || keptDescribed() !== '' || (offerAt !== null && kept.form.daypart !== offerAt)) return false;
      // The release before this one kept fewer fields.
      setForm({ ...NEW_RULE, ...kept.form });
      setChosen(kept.chosen);
      setDescribed(kept.described);
      setLeftOut(new Set(kept.leftOut));
      return true;
    },
  );
  const rules = useMemo(
    () => (described ? amongChosen(described, chosen) : rule ? [rule] : []),
    [described, rule, chosen],
  );
  const changes = useMemo(
    () => applyRules(rules, menu.items, money.digits, groupsById(groups)),
    [rules, menu.items, money.digits, groups],
  );
  const fields = {
    form,
    categories: menu.categories,
    money,
    onChange: (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change })),
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Card id={formId} className="flex flex-col gap-8 p-5 sm:p-7">
        {isRestored && <RestoredNotice />}
        <DescribeChange isShown={described !== undefined} onRules={setDescribed} />
        {chosen && (
          <Alert
            tone="info"
            title={`${many(chosen.length, 'selected dish', 'selected dishes')}`}
            action={
              <Button variant="secondary" size="sm" onClick={() => setChosen(undefined)}>
                All Dishes Instead
              </Button>
            }
          />
        )}
        {!described && (
          <>
            <FilterFields {...fields} />
            <ActFields {...fields} dayparts={dayparts} />
          </>
        )}
      </Card>
      <Card className="flex flex-col gap-6 p-5 sm:p-7">
        <DraftReview
          changes={changes}
          leftOut={leftOut}
          onLeftOut={setLeftOut}
          formId={formId}
          onDone={onDone}
          empty={
            <EmptyState
              title={rule || described ? 'Nothing to change' : 'Nothing to change yet'}
              description={
                rule || described
                  ? "No dish matches, or they're already set this way."
                  : 'Changes show here as you choose them.'
              }
            />
          }
        />
      </Card>
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Place, Tenant } from '@tavola/contracts/auth.ts';
import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { DraftPreview } from '../../../lib/draft/draft-preview.tsx';
import { draftOfChanges } from '../../../lib/draft/planned-change.ts';
import { errorText, isRefusal } from '../../../lib/http/api.ts';
import { fewAtOnce } from '../../../lib/http/few-at-once.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useOnceKeys } from '../../../lib/http/once-key.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { ownMoney } from '../../../lib/money/own-money.ts';
import { callsAt } from '../../../lib/session/calls-at.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type DishChange, hasPrices, planThere } from '../also-in.ts';

interface AlsoInDialogProps {
  open: boolean;
  change: DishChange;
  places: readonly Place[];
  onClose: () => void;
}

/** A change of a dish as a draft in each of the user's other restaurants: what it would change there, and a button that does it. */
export function AlsoInDialog({ open, change, places, onClose }: AlsoInDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        <>
          Also change <bdi>{change.name}</bdi>?
        </>
      }
      description="Your other restaurants keep their own menus. See what would change in each, then decide."
      footer={
        <Button variant="secondary" className="max-sm:grow" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col divide-y divide-line">
        {places.map((place) => (
          <AtPlace key={place.id} change={change} place={place} />
        ))}
      </div>
    </Dialog>
  );
}

/** Menus of different restaurants that are read at once. */
const inTurn = fewAtOnce(4);

const FAILED = "The menu there couldn't be changed. Please try again.";
const UNKNOWN = "We couldn't confirm the change. Please try again; nothing is changed twice.";

function AtPlace({ change, place }: { change: DishChange; place: Place }) {
  const headingId = useId();
  const client = useQueryClient();
  const once = useOnceKeys();
  const call = callsAt(client, place.id);
  const here = useTenant().data;
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const menu = useQuery({
    queryKey: ['menu of', place.id, change],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        const tenant = await call<Tenant>('GET', '/api/tenant', undefined, { signal });
        const items = await call<MenuItem[]>('GET', '/api/menu-items', undefined, { signal });
        // Their names show where offers go.
        const { dayparts } = items.some(({ offers }) => offers)
          ? await call<Dayparts>('GET', '/api/dayparts', undefined, { signal })
          : { dayparts: [] };
        return { tenant, items, dayparts };
      }),
    gcTime: 0,
  });
  const confirm = useMutation({
    mutationFn: (draft: ReturnType<typeof draftOfChanges>) =>
      call<ConfirmedDraft>('POST', '/api/menu-drafts', draft, { onceKey: once.keyFor(draft) }),
    onSuccess: (_done, draft) => once.renew(draft),
    // What is refused may be a change of what was read.
    onError: (error) => (isRefusal(error) ? menu.refetch() : undefined),
  });

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3 py-5 first:pt-0 last:pb-0">
      <div>
        <h3 id={headingId} className="display text-lg wrap-anywhere">
          <bdi>{place.name}</bdi>
        </h3>
        {place.address && <p className="text-sm wrap-anywhere text-ink-muted">{place.address}</p>}
      </div>
      {renderState()}
    </section>
  );

  function renderState() {
    if (confirm.data) {
      return (
        <p role="status" className="flex items-center gap-2">
          <Check aria-hidden className="size-4 shrink-0 text-brand" />
          Changed. You can undo it there, in History.
        </p>
      );
    }
    if (hasFailed(menu)) return <RetryAlert query={menu}>The menu there couldn't be loaded.</RetryAlert>;
    if (!menu.data || !here) return <Skeleton className="h-16 rounded-control" />;
    const money = ownMoney(menu.data.tenant);
    const isSameCurrency = money.currency === ownMoney(here).currency;
    const found = planThere(change, menu.data.items, isSameCurrency);
    const plan = found.filter(({ fields, problem }) => problem || Object.keys(fields ?? {}).length > 0);
    const chosen = plan.filter(({ item, problem }) => problem === undefined && !leftOut.has(item.id));
    const leaveOut = (ids: readonly number[], isLeftOut: boolean) => {
      const after = new Set(leftOut);
      for (const id of ids) isLeftOut ? after.add(id) : after.delete(id);
      setLeftOut(after);
    };
    return (
      <>
        {!isSameCurrency && hasPrices(change) && (
          <p className="text-sm text-ink-muted">Prices there are in {money.currency}, so they stay as they are.</p>
        )}
        {found.length === 0 ? (
          <p className="text-ink-muted">There is no dish of this name.</p>
        ) : plan.length === 0 ? (
          <p className="text-ink-muted">Nothing to change there.</p>
        ) : (
          <DraftPreview
            changes={plan}
            leftOut={leftOut}
            onLeaveOut={leaveOut}
            words={{
              categories: new Map(),
              dayparts: new Map(menu.data.dayparts.map(({ id, name }) => [id, name])),
              optionGroups: new Map(),
              priceInWords: (price) => formatMoney(price, money),
              timeZone: menu.data.tenant.timeZone,
            }}
          />
        )}
        {confirm.isError && <Alert>{isRefusal(confirm.error) ? errorText(confirm.error, FAILED) : UNKNOWN}</Alert>}
        {plan.some(({ problem }) => problem === undefined) && (
          <Button
            className="max-w-full self-start"
            disabled={chosen.length === 0}
            busy={confirm.isPending}
            onClick={() => confirm.mutate(draftOfChanges(chosen))}
          >
            {confirm.isPending ? (
              'Changing…'
            ) : (
              <span className="min-w-0 truncate">
                Change in <bdi>{place.name}</bdi>
              </span>
            )}
          </Button>
        )}
      </>
    );
  }
}

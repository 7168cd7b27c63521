import { getToken } from './stored-token.ts';
import { claimsOf } from './token-claims.ts';

/** A value of the restaurant that this tab shows, `nothing` at first: it is gone once the tab shows another one. */
export function keptForRestaurant<Value>(nothing: Value): { get: () => Value; set: (value: Value) => void } {
  const here = () => claimsOf(getToken()).tenantId;
  let kept = { value: nothing, of: here() };
  return {
    get: () => ((kept.of ?? here()) === here() ? kept.value : nothing),
    set: (value) => {
      kept = { value, of: here() };
    },
  };
}

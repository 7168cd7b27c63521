import { Link } from 'wouter';

/** Says where menu times are made. */
export function AddMenuTimes() {
  return (
    <>
      For times such as lunch or happy hour, first{' '}
      <Link href="/settings/dayparts" className="font-semibold text-brand-ink underline">
        add menu times
      </Link>
      .
    </>
  );
}

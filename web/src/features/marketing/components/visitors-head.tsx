import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { VisitorsPage } from '../visitors-pages.ts';

/** What search engines and link previews read in a page's `<head>`. The build renders it; nginx replaces `{origin}`. */
export function VisitorsHead({ page: { path, title, description } }: { page: VisitorsPage }) {
  const url = `{origin}${path}`;
  return (
    <>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content="{origin}/share.png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${PRODUCT_NAME}: one menu, always up to date.`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content="{origin}/share.png" />
    </>
  );
}

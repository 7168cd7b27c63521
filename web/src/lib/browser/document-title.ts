import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { useEffect } from 'react';

/** Sets the document's title to `{title} · {product}`, or to the product's name alone. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);
}

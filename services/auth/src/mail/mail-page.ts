import { PRODUCT_NAME } from '@tavola/contracts/product.ts';

// Mail programs only read inline styles.
export const TEXT = 'margin:0 0 16px;font-size:16px;line-height:1.5;color:#2b2a28';
export const SMALL = 'margin:28px 0 0;font-size:13px;line-height:1.5;color:#6b665e';
export const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:999px;background:#0a4f3b;color:#fdf9f0;font-size:16px;font-weight:600;text-decoration:none';

/** Where `withFooter` writes into a page. */
export const FOOTER = '<!--footer-->';

/** A mail as HTML, with `content` below the product's name. */
export const page = (content: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${PRODUCT_NAME}</title></head>
  <body style="margin:0;padding:24px;background:#f6f1e7;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:32px;border-radius:16px;background:#fffdf8">
      <p style="margin:0 0 24px;font-family:Georgia,serif;font-size:24px;font-weight:600;color:#0a4f3b">${PRODUCT_NAME}</p>${content}${FOOTER}
    </div>
  </body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
};

/** Any text, as it is written in HTML. */
export const escaped = (text: string): string => text.replace(/[&"<>']/g, (letter) => ENTITIES[letter] as string);

import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { Check, Copy, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../lib/http/api-file.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { toastError } from '../../../ui/toast.ts';

/** Saves the codes as a text file. */
function download(codes: readonly string[]) {
  const text = `${PRODUCT_NAME} recovery codes. Each works once.\n\n${codes.join('\n')}\n`;
  const name = `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`;
  saveFile({ blob: new Blob([text], { type: 'text/plain' }), name });
}

/** The recovery codes; they are shown only once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    const done = await copyText(codes.join('\n'), list.current);
    setCopied(done);
    if (!done) toastError('Copy failed', 'Please write down the codes.');
  };
  const CopyIcon = copied ? Check : Copy;

  return (
    <div className="flex flex-col gap-5">
      <h3 ref={heading} tabIndex={-1} className="display text-lg">
        Save your recovery codes
      </h3>
      <Alert tone="info" title="You won't see these codes again.">
        Each code signs you in once when you don't have your phone. Store them somewhere safe, such as your password
        manager.
      </Alert>
      <ul
        ref={list}
        aria-label="Recovery codes"
        dir="ltr"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control border border-line bg-sunken px-5 py-4 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={() => void copy()}>
          <CopyIcon aria-hidden />
          {copied ? 'Copied' : 'Copy Codes'}
        </Button>
        <Button variant="secondary" onClick={() => download(codes)}>
          <Download aria-hidden />
          Download
        </Button>
        <Button onClick={onDone}>I Saved Them</Button>
      </div>
    </div>
  );
}

import type { Analytics } from '@tavola/contracts/analytics.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { useCodesById } from '../api.ts';
import { Ranking } from './ranking.tsx';

/** Views by source: the scanned code, if any. */
export function Sources({ sources }: Pick<Analytics, 'sources'>) {
  const codes = useCodesById();
  return (
    <Card>
      <CardSection title="Where Guests Come From" description="Scans and views by QR code.">
        {sources.length === 0 ? (
          <p className="py-6 text-center text-ink-muted">No visits in this period.</p>
        ) : (
          <Ranking
            caption="QR codes, by scans and resulting views"
            nameOfRows="QR code"
            columns={[
              { figure: 'scans', label: 'Scans' },
              { figure: 'views', label: 'Views' },
            ]}
            by="views"
            rows={withKnownCodes(sources, codes).map(({ codeId, views, scans }) => ({
              key: codeId ?? '',
              name: codeId === null ? <WithoutCode /> : <CodeName id={codeId} code={codes?.get(codeId)} />,
              views,
              scans,
            }))}
          />
        )}
      </CardSection>
    </Card>
  );
}

/** Adds visits by codes that the restaurant does not have to those without a code: anybody can make up such codes. */
function withKnownCodes(
  sources: Analytics['sources'],
  codes: ReadonlyMap<string, unknown> | undefined,
): Analytics['sources'] {
  const isKnown = ({ codeId }: Analytics['sources'][number]) => codeId !== null && (!codes || codes.has(codeId));
  const others = sources.filter((source) => !isKnown(source));
  if (others.length === 0) return sources;
  const sum = (figure: 'views' | 'scans') => others.reduce((total, source) => total + source[figure], 0);
  return [{ codeId: null, views: sum('views'), scans: sum('scans') }, ...sources.filter(isKnown)];
}

function WithoutCode() {
  return (
    <span className="flex flex-col">
      No code
      <span className="text-xs font-normal text-ink-muted">By link, or by a code that no longer exists.</span>
    </span>
  );
}

type CodeNameProps = { id: string; code: { name: string; retiredAt: string | null } | undefined };

function CodeName({ id, code }: CodeNameProps) {
  if (!code) return <span className="wrap-anywhere">{id}</span>;
  return (
    <>
      <Bidi className="line-clamp-2 wrap-anywhere">{code.name}</Bidi>
      {code.retiredAt && <Badge tone="outline">Retired</Badge>}
    </>
  );
}

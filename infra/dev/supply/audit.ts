import { npm } from './npm.ts';

/** Known vulnerabilities of our dependencies; `unknown` is the reason why the check failed. */
type Findings = { weaknesses: { name: string; severity: string; titles: string[] }[] } | { unknown: string };

/** The used part of the output of `npm audit --json`. */
interface Report {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string })[] }>;
}

/** Asks npm's configured registry (or the one in `env`) for known vulnerabilities of the packages in package-lock.json. */
export async function knownWeaknesses(env: NodeJS.ProcessEnv = {}): Promise<Findings> {
  const { stdout, stderr } = await npm(['audit', '--json'], env);
  const { vulnerabilities, error, message } = reportIn(stdout);
  if (!vulnerabilities) return { unknown: message ?? error?.summary ?? stderr.trim() };
  return {
    weaknesses: Object.entries(vulnerabilities).map(([name, { severity, via }]) => ({
      name,
      severity,
      titles: via.map((one) => (typeof one === 'string' ? `by way of ${one}` : one.title)),
    })),
  };
}

function reportIn(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}

import { npm } from './npm.ts';

/** What is known against our dependencies; `unknown` is why nothing could be found out. */
export type Findings = { weaknesses: { name: string; severity: string; titles: string[] }[] } | { unknown: string };

/** What `npm audit --json` says, as far as it is used. */
interface Report {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string })[] }>;
}

/** Asks the registry that npm is set up with (or the one of `env`) what is known against the packages of package-lock.json. */
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

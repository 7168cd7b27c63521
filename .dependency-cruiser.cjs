/** The import laws (docs/architecture.md): what may know what. `npm run laws` fails when one is broken. */
const withinWorkspace = '^(services|packages|gateway|web|infra)/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one thing.',
      from: { path: withinWorkspace },
      to: { circular: true },
    },
    {
      name: 'services-do-not-import-services',
      comment: 'Services speak over the wire, through packages/contracts.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services/(?!$1/)|gateway/|web/|infra/)' },
    },
    {
      name: 'gateway-imports-packages-only',
      from: { path: '^gateway/' },
      to: { path: '^(services|web|infra)/' },
    },
    {
      name: 'packages-import-packages-only',
      from: { path: '^packages/' },
      to: { path: '^(services|gateway|web|infra)/' },
    },
    {
      name: 'contracts-imports-zod-only',
      from: { path: '^packages/contracts/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/contracts/src/|node_modules/zod/)' },
    },
    {
      name: 'web-imports-contracts-only',
      from: { path: '^web/src/', pathNot: '(^web/src/test/|\\.test\\.tsx?$)' },
      to: { path: '^(services|gateway|infra|packages/(?!contracts/))' },
    },
    {
      name: 'web-ui-and-lib-know-no-feature',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-features-do-not-import-the-app',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-do-not-import-each-other',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/(?!$1/)' },
    },
    {
      name: 'stores-know-no-routes',
      comment: 'Imports run routes → use case → store.',
      from: { path: '-store\\.ts$' },
      to: { path: '(^|/)(routes|app|deps|main|worker)\\.ts$' },
    },
    {
      name: 'use-cases-know-no-routes',
      from: { path: '^services/[^/]+/src/[^/]+/', pathNot: '(routes|\\.test)\\.ts$' },
      to: { path: '(^|/)(routes|app|main|worker)\\.ts$' },
    },
    {
      name: 'tests-only-import-test-kit',
      comment: 'Nothing that runs in production may need the test kit.',
      from: { path: '^(services|gateway)/', pathNot: '(/test/|\\.test\\.ts$)' },
      to: { path: '^packages/test-kit/' },
    },
    {
      name: 'resolvable',
      from: { path: withinWorkspace },
      to: { couldNotResolve: true },
    },
  ].map((law) => ({ ...law, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(src/generated|/dist/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

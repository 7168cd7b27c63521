// zod tests whether it may use eval, which the site's Content-Security-Policy refuses and reports. Import this before
// anything that makes a schema: zod reads its settings here (its own `z.config` would load all of zod).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

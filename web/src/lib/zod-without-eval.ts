// zod tries out whether it may compile its checks, which the site's Content-Security-Policy refuses and reports. To be
// imported before anything that makes a schema: zod finds its settings here (its own `z.config` would load all of it).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

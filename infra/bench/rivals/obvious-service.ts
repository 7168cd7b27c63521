import express from 'express';
import { createClient } from 'redis';

// A simple first implementation: the menu's JSON is in Redis, under its slug.

const [, , port, redisUrl] = process.argv;
const redis = createClient({ url: redisUrl as string });
await redis.connect();
const app = express();
app.get('/api/public/menu/:slug', async (req, res) => {
  const json = await redis.get(`menu:${req.params.slug}`);
  if (json === null) res.status(404).end();
  else res.json(JSON.parse(json));
});
app.listen(Number(port), '127.0.0.1');

import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

// A gateway as in the library's documentation.

const [, , port, target] = process.argv;
const app = express();
app.use(createProxyMiddleware({ target: target as string, changeOrigin: true, xfwd: true }));
app.listen(Number(port), '127.0.0.1');

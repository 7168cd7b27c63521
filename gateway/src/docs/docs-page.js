// The page at /api/docs: the viewer on this installation's own document.
window.SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});

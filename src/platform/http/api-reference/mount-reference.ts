/** `/docs`: the API as a page for people. Swagger UI displays the API document; everything comes from this server. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendFile } from '../file-reply.ts'
import { SHORT_OPENAPI_PATH } from '../openapi.ts'

export const REFERENCE_PATH = '/docs'

/** Swagger UI writes style attributes (swagger-api/swagger-ui #10655), on this page only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sightline API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${REFERENCE_PATH}/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${REFERENCE_PATH}/swagger-ui-bundle.js"></script>
<script src="${REFERENCE_PATH}/start.js"></script>
</body>
</html>
`

/** No badge of a validator elsewhere; all groups are closed, because there are many. */
const START = `SwaggerUIBundle({
  url: '${SHORT_OPENAPI_PATH}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: 'none',
})
`

export async function mountReference(app: FastifyInstance): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY)
    })
    scope.get(REFERENCE_PATH, (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
    scope.get(`${REFERENCE_PATH}/start.js`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(START),
    )
    for (const [name, mediaType] of Object.entries(FILES)) {
      scope.get(`${REFERENCE_PATH}/${name}`, (request, reply) =>
        sendFile(request, reply, { path: join(folder, name), name, mediaType, etag: null }),
      )
    }
  })
}

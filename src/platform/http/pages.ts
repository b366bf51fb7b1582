/** Pages of the server for people without the Studio: plain HTML and forms, which need no script. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_BYTES } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { type RequestPatience, watchBody } from './body-timeout.ts'
import { type Html, html } from './html.ts'
import { requireOwnOrigin } from './own-origin.ts'
import { PAGE_HEADER, PAGE_STYLE } from './page-style.ts'

export type Language = 'en' | 'de'

export interface PageCall {
  /** The first of the languages that the browser prefers which pages are written in. */
  language: Language
  params: Readonly<Record<string, string>>
  /** The parameters after the path. */
  query: URLSearchParams
  /** The fields of the form; none for a GET. */
  form: URLSearchParams
  /** Value of a request header, by its name in lower case. */
  header(name: string): string | undefined
  /** The network address that limits count the request for. */
  address: string
}

export interface PageReply {
  status: number
  title: string
  body: Html
  headers?: Readonly<Record<string, string | string[]>>
}

export interface Page {
  /** With parameters in braces. */
  path: string
  /** Changes nothing for a caller without a cookie: programs that check mail open the links in it. */
  get(call: PageCall): Promise<PageReply>
  /**
   * True for pages that begin or use a session: forms of other origins are rejected, and the browser names the origin,
   * which it does only where it may also name the page that a form was sent from.
   */
  ownFormsOnly?: true
  post(call: PageCall): Promise<PageReply>
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/** Nothing is loaded, no script runs, and forms go to this server only. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export async function mountPages(
  app: FastifyInstance,
  pages: readonly Page[],
  patience: RequestPatience,
  publicUrl: string | undefined,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: BODY_BYTES.open }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    )
    scope.addHook('onRequest', async (request, reply) => watchBody(request, reply, patience, patience.jsonMs))
    for (const page of pages) {
      const url = page.path.replaceAll(/\{(\w+)\}/g, ':$1')
      const answer = (handle: Page['get']) => async (request: FastifyRequest, reply: FastifyReply) => {
        const language = languageOf(request.headers['accept-language'])
        if (page.ownFormsOnly) {
          reply.header('referrer-policy', 'same-origin')
          if (request.method === 'POST') requireOwnOrigin(request, publicUrl)
        }
        const answered = await handle({
          language,
          params: request.params as Record<string, string>,
          query: new URLSearchParams(request.url.split('?', 2)[1]),
          form: formOf(request),
          header: (name) => request.headers[name]?.toString(),
          address: request.clientAddress,
        })
        return send(reply, language, answered)
      }
      scope.get(url, answer(page.get))
      scope.post(url, answer(page.post))
    }
  })
}

function formOf({ method, body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body
  if (method !== 'POST') return new URLSearchParams()
  throw new ApiError('malformed_request', message('api.no_form'))
}

/** Browsers send their languages in the order of preference (RFC 9110, 12.5.4); weights repeat that order. */
const languageOf = (accepted = ''): Language =>
  /\b(?:de|en)\b/i.exec(accepted)?.[0].toLowerCase() === 'de' ? 'de' : 'en'

function send(reply: FastifyReply, language: Language, { status, title, body, headers = {} }: PageReply): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Sightline</title>
<style>${{ html: PAGE_STYLE }}</style>
</head>
<body>
${PAGE_HEADER}
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, ...headers })
    .type('text/html; charset=utf-8')
    .send(page.html)
}

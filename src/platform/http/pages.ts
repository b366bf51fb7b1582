/** Pages of the server for people without the Studio: plain HTML and forms, which need no script. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_BYTES } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { type RequestPatience, watchBody } from './body-timeout.ts'
import { requireOwnOrigin } from './own-origin.ts'

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

/** HTML of the few pages that the server itself serves. */

export interface Html {
  readonly html: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => ESCAPES[c] as string)

/** A template of HTML: texts in it are escaped, HTML is not. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html => ({
  html: parts.reduce((so, part, i) => {
    const value = values[i - 1] as string | Html
    return `${so}${typeof value === 'string' ? escaped(value) : value.html}${part}`
  }),
})

export const NO_HTML: Html = { html: '' }

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

/** The appearance of the server's own pages: the colours of the Studio, in a sheet that is part of each page. */
const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #f7f8fa; --panel: #fff; --line: #cfd3da; --field: #7b8290; --text: #1a1d21; --dim: #555c68; --link: #3e53c6; --accent: #4358d3; --error: #b91c1c; --done: #0b6b34 }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181c; --panel: #1e2025; --line: #363a43; --field: #7b8290; --text: #e5e7eb; --dim: #a4abb8; --link: #a3b3ff; --accent: #4a62de; --error: #fca5a5; --done: #86d9a4 }
}
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 3rem 1rem; color: var(--text); background: var(--page) }
header, main { max-width: 28rem; margin: 0 auto }
header { display: flex; align-items: center; gap: .6rem; padding: 0 .25rem 1rem; font-weight: 600 }
main { padding: 1.75rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel) }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 1rem }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
form { margin: 0 0 1.75rem }
main > :last-child, form > :last-child { margin-bottom: 0 }
p { margin: 0 0 1rem }
a { color: var(--link) }
label { display: block; font-weight: 600; margin: 1rem 0 .3rem }
code { overflow-wrap: anywhere }
pre { font: 1rem/1.7 ui-monospace, monospace; margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--page); overflow-x: auto }
.qr { width: 13rem; margin: 0 0 1rem; border-radius: 6px; background: #fff; forced-color-adjust: none }
.qr svg { display: block }
input { font: inherit; width: 100%; padding: .5rem .65rem; border: 1px solid var(--field); border-radius: 6px; color: inherit; background: var(--page) }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; margin: 1.25rem .5rem 0 0; border: 1px solid var(--accent); border-radius: 6px; color: #fff; background: var(--accent); cursor: pointer }
button:hover { filter: brightness(1.1) }
button.plain { color: var(--text); background: none; border-color: var(--field) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
ul.rows { list-style: none; margin: 0; padding: 0 }
ul.rows li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .6rem 0 }
ul.rows li + li { border-top: 1px solid var(--line) }
ul.rows button { margin: 0; padding: .3rem .8rem; flex: none }
small, .dim { color: var(--dim); font-size: .875rem }
.error { color: var(--error) }
[role=status] { color: var(--done) }
.code { font: 600 1.8rem ui-monospace, monospace; letter-spacing: .1em }
`

/** The logo of the Studio. */
const MARK: Html = {
  html: '<svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="5.5" fill="#4a62de"/><path d="M5 16.5 19 7.5" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="8.6" cy="8.4" r="2.1" fill="#fff" fill-opacity=".72"/><circle cx="15.4" cy="15.6" r="2.1" fill="#fff"/></svg>',
}

const PAGE_HEADER: Html = html`<header>${MARK}<span>Sightline</span></header>`

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

/** Serves the Studio's page, built or from a development server, with the headers that confine it. */
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import mime from 'mime/lite'
import { UNKNOWN_TYPE } from '../shared/domain/media-type.ts'

/** The media type by the ending of a name; texts of the page are UTF-8. */
function pageType(path: string): string {
  const type = mime.getType(path) ?? UNKNOWN_TYPE
  return /^text\/|json$/.test(type) ? `${type}; charset=utf-8` : type
}

/** `style-src` allows inline styles for Mantine and React Flow, which position elements by style attributes. */
export const contentSecurityPolicy = (connectSrc: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...connectSrc].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every response of a host. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** The path of a file below a folder, or null for one that is outside of it or not a valid file path. */
export function pathBelow(folder: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  if (decoded.split('/').some((part) => part === '..' || part.startsWith('.'))) return null
  const path = join(folder, decoded)
  return path.startsWith(folder + sep) ? path : null
}

/** A plain page with a message, without scripts. */
export function messagePage(status: number, title: string, html: string): Response {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}code{font-size:.95em}</style>
<h1>${title}</h1>${html}</html>`
  return new Response(body, {
    status,
    headers: {
      'content-type': pageType('index.html'),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}

const NOT_BUILT = `<p>The page of the Studio has not been built yet.</p>
<p>Run <code>npm run build</code> in the Sightline folder, then reload.</p>`

/** Serves a built renderer from its folder (absolute). Files with a hash in their name may be cached permanently. */
export async function pageResponse(folder: string, csp: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const isPage = pathname === '/' || pathname === '/index.html'
  const path = isPage ? join(folder, 'index.html') : pathBelow(folder, pathname.slice(1))
  // Read whole, because a file inside the app's archive can't be streamed.
  const body = path ? await readFile(path).catch(() => null) : null
  if (!path || !body)
    return isPage ? messagePage(503, 'Sightline', NOT_BUILT) : messagePage(404, 'Not found', '<p>Nothing is here.</p>')
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': pageType(path),
      'content-length': String(body.length),
      'content-security-policy': csp,
      'cache-control': pathname.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
    },
  })
}

const NOT_RUNNING = `<p>The development server does not respond.</p>
<p>Start it with <code>npm run dev</code> or <code>npm run dev:web</code>, then reload.</p>`

/** React Refresh needs the inline scripts, hot reload the socket. */
const devContentSecurityPolicy = (server: string): string =>
  contentSecurityPolicy([server, server.replace(/^http/, 'ws')]).replace(
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline'",
  )

/** Forwards a request for the page or its modules to a development server, with the header `accept` alone. */
export async function devPageResponse(server: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const accept = request.headers.get('accept')
  const reply = await fetch(new URL(pathname + search, server), {
    headers: accept ? { accept } : {},
    signal: request.signal,
  }).catch(() => null)
  if (!reply) return messagePage(503, 'Sightline', NOT_RUNNING)
  const headers = new Headers({ 'cache-control': 'no-store' })
  const type = reply.headers.get('content-type')
  if (type) headers.set('content-type', type)
  if (type?.startsWith('text/html')) headers.set('content-security-policy', devContentSecurityPolicy(server))
  return new Response(reply.body, { status: reply.status, headers })
}

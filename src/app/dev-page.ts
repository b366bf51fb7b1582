/** Serves the page from a development server, with a policy that allows its inline preamble and hot reload. */
import { contentSecurityPolicy, messagePage } from './page.ts'

const NOT_RUNNING = `<p>The development server does not respond.</p>
<p>Start it with <code>npm run dev</code> or <code>npm run dev:web</code>, then reload.</p>`

/** React Refresh needs the inline scripts, hot reload the socket. */
export const devContentSecurityPolicy = (server: string): string =>
  contentSecurityPolicy([server, server.replace(/^http/, 'ws')]).replace(
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline'",
  )

/** Forwards a request for the page or its modules. Of its headers, only `accept` is forwarded. */
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

/** The page's own address in Electron. A custom scheme keeps `file:` and its rights out of the page. */
import type { CustomScheme } from 'electron'

export const PAGE_ORIGIN = 'sightline://app'

/** Must be registered before the app is ready. Without `stream` a video could not seek. */
export const SCHEME: CustomScheme = {
  scheme: 'sightline',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)

/** Custom schemes have no `origin` in Node's URL, so scheme and host are compared. */
const isOurs = (url: URL): boolean => url.protocol === 'sightline:' && url.host === 'app' && !url.username && !url.port

export function isOurPage(url: string): boolean {
  const parsed = parse(url)
  return parsed !== null && isOurs(parsed) && (parsed.pathname === '/' || parsed.pathname === '/index.html')
}

/** The page may navigate to itself and to the download of a file; everything else opens outside or not at all. */
export function mayNavigate(url: string): boolean {
  const parsed = parse(url)
  if (!parsed || !isOurs(parsed)) return false
  return isOurPage(url) || (parsed.pathname.startsWith('/files/') && parsed.searchParams.has('download'))
}

/** Links that may be opened in the system's browser; servers of a local network are reached without TLS. */
export const mayOpenOutside = (url: string): boolean => /^https?:$/.test(parse(url)?.protocol ?? '')

/** Serves the page's requests to its own scheme with the app's handler; others get 404. */
export function schemeHandler(
  handle: (request: Request) => Promise<Response>,
  headers: Readonly<Record<string, string>>,
) {
  return async (request: Request): Promise<Response> => {
    const url = parse(request.url)
    if (!url || !isOurs(url) || !['GET', 'HEAD', 'PUT'].includes(request.method))
      return new Response('Nothing is here.', { status: 404 })
    const response = await handle(request)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
}

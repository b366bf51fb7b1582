/**
 * HTTP for downloads: through a proxy where one is set, without credentials, and with failures that say what to do.
 * Undici's own `fetch` is used, because Node's takes no proxy in the versions that Sightline supports.
 */
import type { Dispatcher, RequestInit, Response } from 'undici'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from './failures.ts'
import { type Wait, waitHere } from './try-again.ts'

export interface WebFetchOptions {
  /** Address of a proxy; empty for HTTPS_PROXY and HTTP_PROXY. NO_PROXY applies to both. */
  proxy: string
  env: Readonly<Record<string, string | undefined>>
  version: string
  /** Waits before a broken download is repeated; with a timer when omitted. */
  wait?: Wait
}

export interface WebFetch {
  /** Raises a failure when there is no reply; a reply of any status is returned. */
  get(url: string, init?: RequestInit): Promise<Response>
  readonly wait: Wait
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 30_000
/** Longest pause between bytes; a connection that is silent for longer is taken as cut. */
const SILENCE_TIMEOUT_MS = 60_000

export async function openWebFetch({ proxy, env, version, wait = waitHere }: WebFetchOptions): Promise<WebFetch> {
  // Loaded by the first download only: hosts and commands start without it.
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  const of = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const httpProxy = proxy || of('HTTP_PROXY')
  const httpsProxy = proxy || of('HTTPS_PROXY') || of('HTTP_PROXY')
  const noProxy = of('NO_PROXY')
  const agent: Dispatcher = new EnvHttpProxyAgent({
    // Null and empty texts keep the agent from reading the variables of this process itself.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: noProxy ?? '',
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
  })
  return {
    async get(url, init = {}) {
      requireWebAddress(url)
      try {
        const headers = { 'user-agent': `sightline/${version}`, ...(init.headers as Record<string, string>) }
        return await fetch(url, { ...init, headers, credentials: 'omit', dispatcher: agent })
      } catch (error) {
        init.signal?.throwIfAborted()
        throw unreachable(url, error)
      }
    },
    wait,
    close: () => agent.destroy(),
  }
}

export function requireWebAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url
  throw downloadFailure('invalid_source', message('download.invalid_web_address', { address }))
}

export const hostOf = (url: string): string => new URL(url).host

/** The failure of a connection without a whole reply. */
export function unreachable(url: string, error: unknown): Error {
  const reason = reasonOf(error)
  const host = hostOf(url)
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|ERR_TLS/.test(reason)
  return downloadFailure(
    'no_network',
    isCertificate
      ? message('download.certificate', { host, reason })
      : message('download.no_network', { host, reason }),
  )
}

/** The code of the innermost cause, such as ENOTFOUND; `fetch` wraps it. */
function reasonOf(error: unknown): string {
  let reason = ''
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    const inner = (at as { errors?: unknown[] }).errors?.[0] as { code?: unknown } | undefined
    reason = String(code ?? inner?.code ?? (reason || at.message))
  }
  return reason || String(error)
}

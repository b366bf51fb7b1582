/**
 * HTTP for downloads: through a proxy where one is set, without credentials, and with failures that say what to do. A
 * download that broke is repeated before its user has to: RFC 9110, 10.2.3 (Retry-After) and 15.6.4. Undici's own
 * `fetch` is used, because Node's takes no proxy in the versions that Sightline supports.
 */
import { setTimeout } from 'node:timers/promises'
import type { Dispatcher, RequestInit, Response } from 'undici'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from './report.ts'

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

const RETRIES = 3
/** Twice as long each time; a random part of it keeps many clients from coming back at once. */
const FIRST_WAIT_MS = 1000
/** Longer than this nobody is kept waiting: the failure names the time. */
const LONGEST_WAIT_MS = 120_000

/** Replies of a server that may serve the file in a moment. */
const TEMPORARY = new Set([408, 425, 429, 500, 502, 503, 504])

export const isTemporary = (status: number): boolean => TEMPORARY.has(status)

/** Waits so many milliseconds. Rejects when the signal stops it. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

export const waitHere: Wait = (ms, signal) => setTimeout(ms, undefined, { signal })

/** The reply of a server that may serve the file in a moment; `failure` is raised if it does not. */
export class TryLater extends Error {
  override readonly name = 'TryLater'
  readonly failure: Error
  /** 0 where the server does not say. */
  readonly afterMs: number
  constructor(failure: Error, host: string, retryAfter: string | null) {
    super(failure.message, { cause: failure })
    this.afterMs = waitOf(retryAfter)
    const seconds = Math.ceil(this.afterMs / 1000)
    this.failure =
      this.afterMs > LONGEST_WAIT_MS
        ? downloadFailure('download_failed', message('download.later', { host, seconds }))
        : failure
  }
}

/** A number of seconds, or a date. */
function waitOf(retryAfter: string | null): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now())
}

/**
 * Calls `attempt` again after a broken connection or a `TryLater`, up to three times. `hasBegun`: true once the server has
 * sent a part of the file; before that, a connection that fails is not one that broke.
 */
export async function tryAgain<T>(
  attempt: () => Promise<T>,
  hasBegun: () => boolean,
  wait: Wait,
  signal: AbortSignal,
): Promise<T> {
  let broken: unknown = null
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (codeOf(error) === 'download_interrupted') broken = error
      const afterMs = retry < RETRIES ? pauseAfter(error, hasBegun()) : null
      if (afterMs === null || afterMs > LONGEST_WAIT_MS) throw failureOf(error, broken)
      const backoffMs = FIRST_WAIT_MS * 2 ** retry * (0.5 + Math.random() / 2)
      await wait(Math.max(afterMs, backoffMs), signal).catch((stopped) => {
        signal.throwIfAborted()
        throw stopped
      })
    }
  }
}

/** The least pause before another attempt; null for a failure that another attempt would not mend. */
function pauseAfter(error: unknown, hasBegun: boolean): number | null {
  if (error instanceof TryLater) return error.afterMs
  if (codeOf(error) === 'download_interrupted') return 0
  return codeOf(error) === 'no_network' && hasBegun ? 0 : null
}

/** A server that is out of reach after the connection broke: the user wants to know that the download resumes. */
function failureOf(error: unknown, broken: unknown): unknown {
  if (error instanceof TryLater) return error.failure
  return codeOf(error) === 'no_network' && broken !== null ? broken : error
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

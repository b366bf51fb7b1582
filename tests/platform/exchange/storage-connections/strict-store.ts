/**
 * A small store with the API of S3 on real HTTP that refuses what a lax one accepts: it checks every signature (AWS Signature
 * Version 4) and region, accepts only its own continuation tokens, and encodes keys in listings.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const ACCESS_KEY = 'AKIASTRICT'
export const SECRET_KEY = 'strict/Secret+Key1'
export const REGION = 'eu-west-9'
export const BUCKET = 'pictures'

export interface StrictStore {
  endpoint: string
  /** Bytes by key; changed by tests. */
  objects: Map<string, Buffer>
  /** `GET <key>`, or `LIST <prefix>`, in their order. */
  calls: string[]
  /** Answers a call in place of the store when it returns true. */
  intercept: ((call: string, response: ServerResponse) => boolean | Promise<boolean>) | null
  /** Keys that these credentials may list but not get. */
  unreadable: Set<string>
  put(key: string, bytes?: string | Buffer): void
  close(): Promise<void>
}

export const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

export async function startStrictStore(): Promise<StrictStore> {
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => fail(response, 500, `InternalError: ${error}`))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  const store: StrictStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    calls: [],
    intercept: null,
    unreadable: new Set(),
    put: (key, bytes = `IMAGE ${key}`) => void store.objects.set(key, Buffer.from(bytes)),
    close() {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search = ''] = (request.url ?? '').split('?')
    const refusal = signatureRefusal(request, path, search)
    if (refusal) return fail(response, refusal === 'AuthorizationHeaderMalformed' ? 400 : 403, refusal)
    const [bucket, ...rest] = path.slice(1).split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket')
    const query = new URLSearchParams(search)
    const call = key === '' ? `LIST ${query.get('prefix') ?? ''}` : `GET ${key}`
    store.calls.push(call)
    if (request.method !== 'GET') return fail(response, 405, 'MethodNotAllowed')
    if (store.intercept && (await store.intercept(call, response))) return
    if (key === '') return list(query, response)
    const bytes = store.objects.get(key)
    if (!bytes) return fail(response, 404, 'NoSuchKey')
    if (store.unreadable.has(key)) return fail(response, 403, 'AccessDenied')
    response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) }).end(bytes)
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const token = query.get('continuation-token')
    const isOwnToken = token === null || token.startsWith('strict:')
    if (query.get('list-type') !== '2' || !isOwnToken) {
      fail(response, 400, 'InvalidArgument')
      return
    }
    const after = token === null ? '' : Buffer.from(token.slice(7), 'base64url').toString()
    const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000)
    const entries = new Map<string, Buffer | null>()
    for (const [key, bytes] of store.objects) {
      if (!key.startsWith(prefix)) continue
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
      if (end === -1) entries.set(key, bytes)
      else entries.set(key.slice(0, end + 1), null)
    }
    const sorted = [...entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const left = sorted.filter(([name]) => after === '' || Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0)
    const page = left.slice(0, most)
    const isUrl = query.get('encoding-type') === 'url'
    const shown = (text: string) =>
      isUrl ? encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2F', '/') : escaped(text)
    const parts = page.map(([name, bytes]) =>
      bytes === null
        ? `<CommonPrefixes><Prefix>${shown(name)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${shown(name)}</Key><ETag>${escaped(etagOf(bytes))}</ETag><Size>${bytes.length}</Size></Contents>`,
    )
    const isTruncated = page.length < left.length
    const next = `strict:${Buffer.from(page.at(-1)?.[0] ?? '').toString('base64url')}`
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${
          isUrl ? '<EncodingType>url</EncodingType>' : ''
        }<IsTruncated>${isTruncated}</IsTruncated>${parts.join('')}${
          isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
        }</ListBucketResult>`,
      )
  }

  return store
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Answers every call with an error. */
export const failing =
  (status: number, code: string) =>
  (_call: string, response: ServerResponse): boolean => {
    fail(response, status, code)
    return true
  }

/** Error replies name the access key and the signed text, as those of real stores do. */
function fail(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Because of ${ACCESS_KEY}</Message><AWSAccessKeyId>${ACCESS_KEY}</AWSAccessKeyId></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The code of the error, or null for a request that is signed as S3 demands. */
function signatureRefusal({ headers, method }: IncomingMessage, path: string, search: string): string | null {
  const authorization = headers.authorization ?? ''
  const [, accessKey, day, region, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  if (!accessKey || !day || !region || !signedHeaders || !signature) return 'AccessDenied'
  if (accessKey !== ACCESS_KEY) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const names = signedHeaders.split(';')
  const query = search
    .split('&')
    .filter((part) => part !== '')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .sort()
    .join('&')
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const at = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET_KEY}`, day), region), 's3'), 'aws4_request')
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/** A local server that behaves as a NuGet feed (V3): the feed on one port, the files on another, as on nuget.org. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export interface FeedBehaviour {
  /** Id and version of the package. */
  name: string
  version: string
  nupkg: Buffer
  /** Times that a download stops in the middle, until `cut` is called. */
  cuts?: number
  /** True when the server ignores ranges. */
  ignoresRanges?: boolean
  /** Base64; by default the right one; null: the feed has no registrations. */
  sha512?: string | null
  /** Status of the package file. */
  status?: number
}

export interface Feed {
  index: string
  /** Ranges of the requests for the package, in order; null without one. */
  readonly ranges: (string | null)[]
  /** Cuts the connections whose download has stopped. */
  cut(): void
  close(): Promise<void>
}

export async function packageOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

export async function startFeed({ name, version, nupkg, ...behaviour }: FeedBehaviour): Promise<Feed> {
  const { cuts = 0, ignoresRanges = false, status = 200 } = behaviour
  const sha512 = behaviour.sha512 === undefined ? createHash('sha512').update(nupkg).digest('base64') : behaviour.sha512
  const id = name.toLowerCase()
  const ranges: (string | null)[] = []
  let cutsLeft = cuts
  const halves = new Set<ServerResponse>()

  const files = await listening((request, response) => {
    const range = request.headers.range ?? null
    if (request.method !== 'HEAD') ranges.push(range)
    const start = ignoresRanges || range === null ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1])
    const body = nupkg.subarray(start)
    if (status !== 200) return void response.writeHead(status).end()
    const part = start > 0 && { 'content-range': `bytes ${start}-${nupkg.length - 1}/${nupkg.length}` }
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': body.length, etag: '"v1"', ...part })
    if (request.method === 'HEAD') return void response.end()
    if (cutsLeft === 0) return void response.end(body)
    cutsLeft--
    halves.add(response)
    response.write(body.subarray(0, body.length >> 1))
  })
  const feed = await listening((request, response) => {
    const origin = `http://${request.headers.host}`
    const gzipped = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify(value)))
    }
    const resources = [
      { '@id': `${origin}/flat/`, '@type': 'PackageBaseAddress/3.0.0' },
      ...(sha512 === null ? [] : [{ '@id': `${origin}/registration/`, '@type': 'RegistrationsBaseUrl/3.6.0' }]),
    ]
    const answers: Record<string, () => void> = {
      '/v3/index.json': () => gzipped({ version: '3.0.0', resources }),
      [`/flat/${id}/index.json`]: () => gzipped({ versions: ['1.0.0', version] }),
      [`/registration/${id}/${version}.json`]: () => gzipped({ catalogEntry: `${origin}/catalog.json` }),
      '/catalog.json': () =>
        gzipped({ packageHash: sha512, packageHashAlgorithm: 'SHA512', packageSize: nupkg.length }),
      [`/flat/${id}/${version}/${id}.${version}.nupkg`]: () =>
        void response.writeHead(302, { location: `${addressOf(files)}/file.nupkg` }).end(),
    }
    const answer = answers[request.url ?? '']
    if (answer) answer()
    else response.writeHead(404).end()
  })
  const close = async (server: Server) => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    index: `${addressOf(feed)}/v3/index.json`,
    ranges,
    cut() {
      for (const response of halves) response.destroy()
      halves.clear()
    },
    close: async () => {
      await close(feed)
      await close(files)
    },
  }
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

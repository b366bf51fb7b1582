/** Finds a package in a NuGet feed (V3: https://learn.microsoft.com/nuget/api/overview). */
import type { WebFetch } from '../downloads/web-fetch.ts'

/** Raised with a sentence for the user. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
}

export interface FoundPackage {
  /** Address of the .nupkg file. */
  url: string
  /** Null when the feed does not state it. */
  sizeBytes: number | null
  /** Base64 SHA-512 of the file; null when the feed states none. */
  sha512: string | null
}

interface ServiceIndex {
  resources?: { '@id': string; '@type': string }[]
}
interface Versions {
  versions?: string[]
}
interface RegistrationLeaf {
  catalogEntry?: string
}
interface CatalogEntry {
  packageHash?: string
  packageHashAlgorithm?: string
  packageSize?: number
}

type Web = Pick<WebFetch, 'get'>
type Reply = Awaited<ReturnType<Web['get']>>

/** Raises `FeedFailure` when the feed can't be read or lacks the package, and the failures of `web`, and the signal's reason. */
export async function findPackage(
  feed: string,
  name: string,
  version: string,
  { get }: Web,
  signal: AbortSignal,
): Promise<FoundPackage> {
  const web: Web = { get: (url, init) => get(url, { ...init, signal }) }
  const index = await json<ServiceIndex>(feed, web)
  const base = resource(index, 'PackageBaseAddress/3.0.0')
  if (!base) throw new FeedFailure(`“${feed}” is not the index of a NuGet feed.`)
  const id = name.toLowerCase()
  const known = await json<Versions>(`${base}${id}/index.json`, web)
  if (!known.versions?.includes(version)) throw new FeedFailure(`The package feed has no ${name} ${version}.`)
  const { packageHash, packageHashAlgorithm, packageSize } = await catalogued(index, id, version, web)
  const url = `${base}${id}/${version}/${id}.${version}.nupkg`
  const isSha512 = packageHashAlgorithm?.toUpperCase() === 'SHA512'
  return { url, sizeBytes: packageSize ?? (await sizeOf(url, web)), sha512: (isSha512 && packageHash) || null }
}

/** Feeds may state no checksum. */
async function catalogued(index: ServiceIndex, id: string, version: string, web: Web): Promise<CatalogEntry> {
  const registrations = resource(index, 'RegistrationsBaseUrl/3.6.0') ?? resource(index, 'RegistrationsBaseUrl')
  if (!registrations) return {}
  const leaf = await json<RegistrationLeaf>(`${registrations}${id}/${version}.json`, web)
  return typeof leaf.catalogEntry === 'string' ? await json<CatalogEntry>(leaf.catalogEntry, web) : {}
}

function resource({ resources = [] }: ServiceIndex, type: string): string | null {
  const found = resources.find((entry) => entry['@type'] === type)?.['@id']
  return found === undefined ? null : `${found.replace(/\/$/, '')}/`
}

async function sizeOf(url: string, web: Web): Promise<number | null> {
  const { headers } = await success(url, await web.get(url, { method: 'HEAD' }))
  const length = Number(headers.get('content-length'))
  return length > 0 ? length : null
}

async function json<T>(url: string, web: Web): Promise<T> {
  const response = await success(url, await web.get(url))
  try {
    return (await response.json()) as T
  } catch (error) {
    throw new FeedFailure(`“${url}” does not answer as a NuGet feed.`, { cause: error })
  }
}

async function success(url: string, response: Reply): Promise<Reply> {
  if (response.ok) return response
  await response.body?.cancel()
  throw refused(url, response.status)
}

/** The failure for a reply that is not a success. */
export const refused = (url: string, status: number): FeedFailure =>
  new FeedFailure(`“${url}” answered with status ${status}.`)

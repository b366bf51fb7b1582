/** Finds a package in a NuGet feed (V3: https://learn.microsoft.com/nuget/api/overview). */

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

/** @throws FeedFailure when the feed can't be read or lacks the package */
export async function findPackage(feed: string, name: string, version: string): Promise<FoundPackage> {
  const index = await json<ServiceIndex>(feed)
  const base = resource(index, 'PackageBaseAddress/3.0.0')
  if (!base) throw new FeedFailure(`“${feed}” is not the index of a NuGet feed.`)
  const id = name.toLowerCase()
  const known = await json<Versions>(`${base}${id}/index.json`)
  if (!known.versions?.includes(version)) throw new FeedFailure(`The package feed has no ${name} ${version}.`)
  const { packageHash, packageHashAlgorithm, packageSize } = await catalogued(index, id, version)
  const url = `${base}${id}/${version}/${id}.${version}.nupkg`
  const isSha512 = packageHashAlgorithm?.toUpperCase() === 'SHA512'
  return { url, sizeBytes: packageSize ?? (await sizeOf(url)), sha512: (isSha512 && packageHash) || null }
}

/** Feeds may state no checksum. */
async function catalogued(index: ServiceIndex, id: string, version: string): Promise<CatalogEntry> {
  const registrations = resource(index, 'RegistrationsBaseUrl/3.6.0') ?? resource(index, 'RegistrationsBaseUrl')
  if (!registrations) return {}
  const leaf = await json<RegistrationLeaf>(`${registrations}${id}/${version}.json`)
  return typeof leaf.catalogEntry === 'string' ? await json<CatalogEntry>(leaf.catalogEntry) : {}
}

function resource({ resources = [] }: ServiceIndex, type: string): string | null {
  const found = resources.find((entry) => entry['@type'] === type)?.['@id']
  return found === undefined ? null : `${found.replace(/\/$/, '')}/`
}

async function sizeOf(url: string): Promise<number | null> {
  const { headers } = await request(url, { method: 'HEAD' })
  const length = Number(headers.get('content-length'))
  return length > 0 ? length : null
}

async function json<T>(url: string): Promise<T> {
  const response = await request(url)
  try {
    return (await response.json()) as T
  } catch (error) {
    throw new FeedFailure(`“${url}” does not answer as a NuGet feed.`, { cause: error })
  }
}

/** Follows redirects. @throws FeedFailure unless the answer is a success */
export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unreachable(url, error)
  }
  if (!response.ok) throw new FeedFailure(`“${url}” answered with status ${response.status}.`)
  return response
}

export const unreachable = (url: string, cause: unknown): FeedFailure =>
  new FeedFailure(`${hostOf(url)} can’t be reached. Check the network connection and run the command again.`, { cause })

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : `“${url}”`
}

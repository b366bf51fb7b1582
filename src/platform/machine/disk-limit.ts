/** Limits of files that can be made or fetched again, as the environment of a server sets them. */
const BYTES_OF_MB = 1024 ** 2
/** Less would be evicted at once. */
const LEAST_MB = 64

export type DiskLimit = 'SIGHTLINE_THUMBNAILS_MB' | 'SIGHTLINE_STORE_COPIES_MB'

/** Bytes; undefined when none is set. @throws Error for a value that is no number of at least 64 */
export function diskLimitOf(environment: NodeJS.ProcessEnv, name: DiskLimit): number | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  const megabytes = Number(text)
  if (!(megabytes >= LEAST_MB)) {
    throw new Error(`${name} is “${text}”. Set a number of megabytes, ${LEAST_MB} or more.`)
  }
  return megabytes * BYTES_OF_MB
}

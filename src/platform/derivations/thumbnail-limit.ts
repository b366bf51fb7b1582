/** The limit of all thumbnails, as the environment of a server sets it. */
const BYTES_OF_MB = 1024 ** 2
/** Less would be evicted at once. */
const LEAST_MB = 64

/** Bytes; undefined when none is set. @throws Error for a value that is no number of at least 64 */
export function thumbnailLimitOf({ SIGHTLINE_THUMBNAILS_MB: text }: NodeJS.ProcessEnv): number | undefined {
  if (text === undefined || text === '') return undefined
  const megabytes = Number(text)
  if (!(megabytes >= LEAST_MB)) {
    throw new Error(`SIGHTLINE_THUMBNAILS_MB is “${text}”. Set a number of megabytes, ${LEAST_MB} or more.`)
  }
  return megabytes * BYTES_OF_MB
}

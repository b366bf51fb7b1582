import { stat } from 'node:fs/promises'

/**
 * Returns a check for whether the file has been written to since; a removed file stays readable for processes that have
 * it open.
 */
export async function watchFile(path: string): Promise<() => Promise<boolean>> {
  const before = await stampOf(path)
  return async () => {
    const now = await stampOf(path)
    return now !== null && now !== before
  }
}

const stampOf = (path: string): Promise<string | null> =>
  stat(path, { bigint: true }).then(
    ({ ino, size, mtimeNs }) => [ino, size, mtimeNs].join(' '),
    () => null,
  )

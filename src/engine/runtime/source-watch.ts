import { stat } from 'node:fs/promises'

/** Answers whether the file has been written to since; one that is removed can still be read by whoever has it open. */
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

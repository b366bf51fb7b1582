import { extname } from 'node:path'

/** `photo.png`, then `photo-1.png`, `photo-2.png` … */
export function numberedFilename(filename: string, n: number): string {
  if (n === 0) return filename
  const ending = extname(filename)
  return `${filename.slice(0, filename.length - ending.length)}-${n}${ending}`
}

/** The first of these that is not taken. */
export function freeFilename(filename: string, taken: ReadonlySet<string>): string {
  for (let n = 0; ; n++) {
    const name = numberedFilename(filename, n)
    if (!taken.has(name)) return name
  }
}

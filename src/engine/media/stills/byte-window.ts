/** Reads small parts of a large file that lie close together, without reading all of it. */
import { type FileHandle, open } from 'node:fs/promises'

const WINDOW = 1 << 16
/** The first window: of most files, no other is read. */
const FIRST = 1 << 12

export class ByteWindow {
  readonly #file: FileHandle
  #start = 0
  #bytes = Buffer.alloc(0)

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Opens the file for as long as `use` takes. */
  static async over<T>(path: string, use: (bytes: ByteWindow) => Promise<T>): Promise<T> {
    const file = await open(path, 'r')
    try {
      return await use(new ByteWindow(file))
    } finally {
      await file.close()
    }
  }

  /** At least `length` bytes from `at` on, valid until the next call; fewer only at the end of the file. */
  async from(at: number, length: number): Promise<Buffer> {
    const start = at - this.#start
    if (start < 0 || start + length > this.#bytes.length) {
      const size = Math.max(this.#bytes.length === 0 ? FIRST : WINDOW, length)
      const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(size), 0, undefined, at)
      this.#start = at
      this.#bytes = buffer.subarray(0, bytesRead)
    }
    return this.#bytes.subarray(at - this.#start)
  }
}

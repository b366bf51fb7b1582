/** The most recent values by their keys. */
export class Recent<T> {
  readonly #values = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The value of the key, created when it is not kept; the least recently used one of too many is dropped. */
  async of(key: string, create: () => Promise<T>): Promise<T> {
    const value = this.#values.get(key) ?? (await create())
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
    return value
  }
}

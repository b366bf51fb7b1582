/** Follows a stream of events over as many connections as it takes; each connection continues after the last event. */

/** An event as one connection delivers it. */
export interface SentEvent<T> {
  /** A later connection continues after the event with this id. Undefined for a state. */
  id: string | undefined
  data: T
}

export interface Following<T> {
  /**
   * Opens a connection that continues after the event with the id `after`, or from the start. Its events end when it
   * is lost. Rejects when it can't be opened.
   */
  connect(after: string | undefined): Promise<AsyncIterable<SentEvent<T>>>
  /** True for the event that ends the stream. */
  isLast(event: T): boolean
  /**
   * Waits before the next connection. `attempt` counts the connections since the last event, from 0. `error` is the
   * reason when the connection could not be opened, and null when it was lost. Rejects to give up.
   */
  pause(attempt: number, error: unknown): Promise<void>
}

/** Yields the data of every event once, until the last one. @throws the error with which `pause` rejects */
export async function* followEvents<T>({ connect, isLast, pause }: Following<T>): AsyncGenerator<T> {
  let after: string | undefined
  for (let attempt = 0; ; attempt++) {
    let failure: unknown = null
    try {
      for await (const { id, data } of await connect(after)) {
        attempt = 0
        after = id ?? after
        yield data
        if (isLast(data)) return
      }
    } catch (error) {
      failure = error
    }
    await pause(attempt, failure)
  }
}

/** Decides which process executes jobs. The queue in the database stays the record, whoever does. */
export interface JobRunner {
  /** Call once the transaction that queued a job has committed. A runner that is never woken finds it a little later. */
  wake(): void
  /** Stops a job at once if it runs in this process; elsewhere it stops at the next renewal. */
  stop(id: string): void
  /**
   * Executes a waiting job without a slot, for a job that needs its result and does nothing meanwhile; resolves when it has
   * ended. False when it was not waiting.
   */
  executeNow(id: string): Promise<boolean>
  start(): Promise<void>
  /** Jobs that run in this process. */
  running(): number
  /** Starts no more jobs; resolves when those that run have ended. */
  drain(): Promise<void>
  /** Stops the running jobs and returns them to the queue. */
  close(): Promise<void>
}

/** The request or the job that code works for, for its lines in the log. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface LogContext {
  request_id?: string
  /** The id of the job and, for the job of a run, also that of the run. */
  job_id?: string
  /** The id of the trace of OpenTelemetry. */
  trace_id?: string
}

const storage = new AsyncLocalStorage<LogContext>()

/** Calls `work`; the lines that it and all that follows from it write have the context. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work)

export const logContext = (): LogContext => storage.getStore() ?? {}

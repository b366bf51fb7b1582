/** The request or the job that code works for, for its lines in the log. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface LogContext {
  request_id?: string
  /** Of a run too: a run and its job have one id. */
  job_id?: string
  /** Of OpenTelemetry. */
  trace_id?: string
}

const storage = new AsyncLocalStorage<LogContext>()

/** Calls `work`; the lines that it and all that follows from it write have the context. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work)

export const logContext = (): LogContext => storage.getStore() ?? {}

/** The model of a job, open in a process of its own that never outlives the work of the job. */
import type { ModelServer } from '../../../shared/engine-contract/serving.ts'

export interface JobModel {
  readonly server: ModelServer
  /** True when the job was stopped or its work is over: requests fail, and nothing is opened again. */
  readonly isClosed: boolean
  /** Opens the model again after its process was lost, once for all requests that it had. Returns the present process. */
  replace(lost: ModelServer): ModelServer
}

/** Closes the model at any end of `work`, and when the signal is aborted, also while the model opens. */
export async function withJobModel<T>(
  open: () => ModelServer,
  signal: AbortSignal,
  work: (model: JobModel) => Promise<T>,
): Promise<T> {
  let server = open()
  let isClosed = false
  const close = () => {
    isClosed = true
    server.close()
  }
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  try {
    return await work({
      get server() {
        return server
      },
      get isClosed() {
        return isClosed
      },
      replace(lost) {
        if (server !== lost || isClosed) return server
        lost.close()
        server = open()
        return server
      },
    })
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

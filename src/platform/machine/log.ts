/** The platform's log for its operator; the embedding code decides where lines go. */
export type LogLevel = 'info' | 'warning' | 'error'
export type Log = (level: LogLevel, message: string, error?: unknown) => void

export const logToStderr: Log = (level, message, error) => {
  const cause = error === undefined ? '' : ` ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  process.stderr.write(`${new Date().toISOString()} ${level} ${message}${cause}\n`)
}

/** The platform's log for its operator; the embedding code decides where lines go. */
import { oneLine, printable } from '../../shared/domain/printable.ts'
import { logContext } from './log-context.ts'

export type LogLevel = 'info' | 'warning' | 'error'
export type Log = (level: LogLevel, message: string, error?: unknown) => void

export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

export const logToStderr: Log = (level, message, error) => {
  const cause = error === undefined ? '' : ` ${error instanceof Error ? stackOf(error) : oneLine(String(error))}`
  process.stderr.write(`${new Date().toISOString()} ${level} ${oneLine(message)}${cause}\n`)
}

/** The lines of the stack alone begin new lines of the log. */
function stackOf({ message, stack = message }: Error): string {
  const shown = oneLine(message)
  return printable(stack.replace(message, () => shown))
}

/** One JSON object for each line, with the ids of the request and the job that it is about. */
export const logJsonToStderr: Log = (level, message, error) => {
  const cause = error instanceof Error ? (error.stack ?? error.message) : error
  const line = { time: new Date().toISOString(), level, message, ...logContext(), error: cause }
  process.stderr.write(`${printable(JSON.stringify(line))}\n`)
}

export const logIn = (format: LogFormat): Log => (format === 'json' ? logJsonToStderr : logToStderr)

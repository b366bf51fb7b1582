import type { LogLine } from './run.ts'

/** One line of text, as log files hold it; line breaks in messages would make two of it. */
export const logText = ({ at, level, message, node_id }: LogLine): string =>
  `${at} ${level.padEnd(7)} ${node_id === null ? '' : `[${node_id}] `}${message.replace(/\s*\n\s*/g, ' / ')}\n`

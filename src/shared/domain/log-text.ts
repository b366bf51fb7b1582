import type { LogLine } from './run.ts'

/** Text as one line of a log file: line breaks in a message would split it. */
export const logText = ({ at, level, message, node_id }: LogLine): string =>
  `${at} ${level.padEnd(7)} ${node_id === null ? '' : `[${node_id}] `}${message.replace(/\s*\n\s*/g, ' / ')}\n`

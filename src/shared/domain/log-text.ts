/** Lines of a log file: time, level, block and message for people, then the message as JSON for other languages. */

import type { MessageText, Said } from '../messages/message.ts'
import { oneLine } from './printable.ts'
import type { LogLine } from './run.ts'

const COLUMN = '\t'

/** Text as one line of a log file: line breaks in a message would split it, and tabs its columns. */
export const logText = ({ at, level, message, text, node_id }: LogLine): string => {
  const shown = oneLine(message.replace(/\s*\n\s*/g, ' / ').replaceAll(COLUMN, ' '))
  const coded = text ? `${COLUMN}${JSON.stringify(text)}` : ''
  return `${at} ${level.padEnd(7)} ${node_id === null ? '' : `[${node_id}] `}${shown}${coded}\n`
}

/** Splits the message of a line from its last column. Some lines have no such column. */
export function saidInLog(line: string): Said {
  const at = line.lastIndexOf(COLUMN)
  const text = at < 0 ? null : textIn(line.slice(at + COLUMN.length))
  return text ? { message: line.slice(0, at), text } : { message: line }
}

function textIn(json: string): MessageText | null {
  try {
    const { code, params } = JSON.parse(json) as Partial<MessageText>
    return typeof code === 'string' && typeof params === 'object' && params !== null ? { code, params } : null
  } catch {
    return null
  }
}

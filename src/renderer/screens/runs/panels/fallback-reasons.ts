/** The log's sentences about devices that failed, by block. */
import { useMemo } from 'react'
import type { LogLine } from '../../../../shared/domain/run.ts'
import type { MessageCode } from '../../../../shared/messages/message.ts'
import { lineParser } from '../../../parts/run/records/files/lines.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { messageText } from '../../../texts/message-text.ts'
import { LOG_LINES, parseLogLine } from './log-panel.tsx'

/** The message of a device that failed; others about devices report the choice of `auto`. */
const FAILED: MessageCode = 'log.device_failed'

/** @param logUrl null while the run has no log file: the live lines are read then */
export function useFallbackReasons(logUrl: string | null, live: readonly LogLine[]): ReadonlyMap<string, string> {
  const file = useRecords(logUrl, lineParser, LOG_LINES)
  return useMemo(() => fallbackReasons(logUrl === null ? live : file.items.map(parseLogLine)), [logUrl, live, file])
}

/** The first one of each block: a device that failed is not opened again in the same run. */
export function fallbackReasons(lines: readonly LogLine[]): Map<string, string> {
  const reasons = new Map<string, string>()
  for (const line of lines) {
    const { node_id, text } = line
    if (node_id === null || text?.code !== FAILED || reasons.has(node_id)) continue
    reasons.set(node_id, messageText(line))
  }
  return reasons
}

import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutboxLine } from '../../shared/domain/outbox-line.ts'
import { outputFailure } from '../core/run-failure.ts'
import { derivedId } from '../output/digest.ts'
import { seconds, shapedRecord } from './detection-record.ts'
import type { SinkContext, SinkWriter } from './sink-writer.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

/** Maximum number of records in one message. */
const MAX_RECORDS = 200

interface WebhookState {
  /** The run that ids are derived from: a resumed run continues those of its first part. */
  origin: string
  sequence: number
  second: number
  records: object[]
  file: TextFileState
}

/**
 * Writes messages to the outbox, from which the platform sends them: the records of one second of media time together,
 * in the form of JSON results. Messages and their ids depend on the media only, not on the clock.
 */
export async function webhookSink({ node, header, outboxDir, saved }: SinkContext): Promise<SinkWriter> {
  const state: WebhookState = (saved as WebhookState | null) ?? {
    origin: header.run_id,
    sequence: 0,
    second: 0,
    records: [],
    file: { bytes: 0 },
  }
  await mkdir(outboxDir, { recursive: true }).catch((error) => {
    throw outputFailure(error, outboxDir) ?? error
  })
  // A run that is resumed in its own outbox truncates the messages that it writes again; in another outbox it begins a
  // new file.
  const path = join(outboxDir, `${derivedId(state.origin, node.id, 'file')}.jsonl`)
  const file = await createTextFile(path, existsSync(path) ? state.file : null)
  const url = node.config.url ?? ''

  const send = async () => {
    if (state.records.length === 0) return
    const sequence = state.sequence++
    const body = JSON.stringify({
      type: 'workflow_run.records',
      run_id: header.run_id,
      workflow: header.workflow.name,
      node_id: node.id,
      sequence,
      records: state.records,
    })
    state.records = []
    const line: OutboxLine = { delivery_id: derivedId(state.origin, node.id, String(sequence)), url, body }
    await file.write(`${JSON.stringify(line)}\n`)
    await file.flush()
  }
  const add = async (record: object) => {
    state.records.push(record)
    if (state.records.length >= MAX_RECORDS) await send()
  }

  return {
    async write({ frame, detections, events }) {
      const second = Math.floor(frame.ptsS)
      if (second !== state.second) await send()
      state.second = second
      if (detections && detections.length > 0) {
        const found = detections.map(shapedRecord)
        await add({ record: 'frame', frame_index: frame.index, time_s: seconds(frame.ptsS), detections: found })
      }
      for (const event of events.flatMap((e) => e.events)) await add({ record: 'event', ...event })
    },
    async save(): Promise<WebhookState> {
      const now = structuredClone(state)
      return { ...now, file: await file.save() }
    },
    async finish(late) {
      for (const event of late) await add({ record: 'event', ...event })
      await send()
      await file.finish()
    },
    close: () => file.close(),
  }
}

import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { inUse, lockFolder } from '../engine/output/folder-lock.ts'
import { resumableWorkFolder } from '../engine/output/work-folder.ts'
import { createSend } from '../platform/work/webhooks/send.ts'
import type { OutboxLine } from '../shared/domain/outbox-line.ts'
import { englishOf } from '../shared/messages/message.ts'
import { OUTBOX_FOLDER } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

/** The secret that signs messages of the command line. */
export const webhookSecret = (): string | undefined => process.env.SIGHTLINE_WEBHOOK_SECRET

export function webhooksCommand(): Command {
  const send = new Command('send')
    .description('send the messages that a run’s webhook sinks could not deliver')
    .argument('<dir>', 'folder with the results of the run')
    .addHelpText('after', '\nSIGHTLINE_WEBHOOK_SECRET signs the messages.')
    .action((dir: string) =>
      guarded(async () => {
        if (!existsSync(join(dir, OUTBOX_FOLDER)))
          throw new CommandFailure(`There is nothing to send in “${dir}”.`, EXIT.unreadable)
        const { sent, left, problem } = await sendOutbox(dir, webhookSecret())
        print(`${sent} sent, ${left} left`)
        if (problem) throw new CommandFailure(problem)
        return EXIT.ok
      }),
    )
  return new Command('webhooks').description('messages of webhook sinks').addCommand(send)
}

interface OutboxSent {
  sent: number
  /** Number kept in the outbox. */
  left: number
  /** The reason why sending stopped; null when everything is sent. */
  problem: string | null
}

/** Ids of sent messages, one per line. */
const SENT_FILE = 'sent.txt'

/**
 * Sends the deliveries that webhook sinks of a run have left in its outbox; for runs without a platform, which sends
 * them itself. Messages of each block are sent in their order, until one can't be delivered. `secret` signs the
 * messages; without one they carry no signature. Raises a `CommandFailure` while another process writes or sends them.
 */
export async function sendOutbox(outDir: string, secret: string | undefined): Promise<OutboxSent> {
  const dir = join(outDir, OUTBOX_FOLDER)
  if (!existsSync(dir)) return { sent: 0, left: 0, problem: null }
  const lock = await lockFolder(outDir)
  if (lock === null) throw new CommandFailure(englishOf(inUse(outDir)))
  try {
    const result = await sendWaiting(dir, secret)
    // A resumed run writes the messages since its checkpoint again: the ids of sent ones must be kept until then.
    const isOver = result.left === 0 && (await resumableWorkFolder(outDir)) === null
    if (isOver) await rm(dir, { recursive: true, force: true })
    return result
  } finally {
    lock.release()
  }
}

async function sendWaiting(dir: string, secret: string | undefined): Promise<OutboxSent> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.jsonl')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
  // A partial line at the end was being written when its run died.
  const whole = texts.flatMap((text) => text.slice(0, text.lastIndexOf('\n') + 1).split('\n'))
  const lines = whole.filter(Boolean).map((line) => JSON.parse(line) as OutboxLine)
  const before = new Set((await readFile(join(dir, SENT_FILE), 'utf8').catch(() => '')).split('\n'))
  const waiting = lines.filter((line) => !before.has(line.delivery_id))
  // The person at this machine named the address: it may be in their own network.
  const send = createSend({ allowPrivate: true })
  for (const [sent, { url, body, delivery_id: deliveryId }] of waiting.entries()) {
    const secrets = secret ? [secret] : []
    const { failure } = await send({
      url,
      body,
      deliveryId,
      eventType: 'workflow_run.records',
      secrets,
      at: new Date(),
    })
    if (failure) return { sent, left: waiting.length - sent, problem: `${url}: ${englishOf(failure)}` }
    await appendFile(join(dir, SENT_FILE), `${deliveryId}\n`)
  }
  return { sent: waiting.length, left: 0, problem: null }
}

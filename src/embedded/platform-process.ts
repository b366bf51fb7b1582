/**
 * Process entry (out/node/platform.js): the platform with its engine, for an app that starts it as a child. It reports
 * the address and, on the first start, the app's key; it ends on request and when its parent disappears.
 */

import { fileURLToPath } from 'node:url'
import { createEngine } from '../engine/host/engine-host.ts'
import { masterKeyOf } from '../platform/accounts/secrets/master-key.ts'
import { diskLimitOf } from '../platform/machine/disk-full.ts'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { StartFailure } from '../platform/machine/start-failure.ts'
import type { Platform } from '../platform/platform.ts'
import { createPlatform } from '../platform/server.ts'
import { APP_KEY_NAME } from '../shared/api/api-keys.ts'
import type { FromPlatformProcess, PlatformStart, ToPlatformProcess } from '../shared/bridge/platform-process.ts'
import { HARDWARE_VIDEO, type HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import { message, paramOf, saidOf } from '../shared/messages/message.ts'

/** A stop does not wait longer than this for hanging work. */
const STOP_PATIENCE_MS = 10_000

createFilesPrivately()
/** The process that started this one, over the channel of `child_process.fork`. */

interface Parent {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent has died or closed its channel to this process. */
  onGone(listener: () => void): void
}

/** Returns null when the process was started by hand. */
function findParent(): Parent | null {
  if (!process.send) return null
  return {
    // The channel can close while a message is being sent; `onGone` reports that.
    post: (message) => process.send?.(message, () => {}),
    onMessage: (listener) => process.on('message', listener),
    onGone(listener) {
      process.on('disconnect', listener)
      // A parent that died while this process started was not heard.
      if (process.connected === false) listener()
    },
  }
}

const parent: Parent | null = findParent()
let platform: Promise<Platform> | null = null
let stopping = false

function tell(message: FromPlatformProcess): void {
  if (parent) parent.post(message)
  else process.stdout.write(`${JSON.stringify(message)}\n`)
}

async function start(options: PlatformStart): Promise<Platform> {
  const entry = fileURLToPath(new URL('./engine.js', import.meta.url))
  // The process on standby lets a run begin half a second earlier, and takes 120 MB.
  const standby = process.env.SIGHTLINE_STANDBY !== '0'
  const engine = createEngine({ entry, standby, dataDir: options.dataDir })
  const hardwareVideo = hardwareVideoOf(process.env)
  const { dataDir, resourcesDir, version, allowLocalFiles, host, port } = options
  const made = await createPlatform({
    dataDir,
    resourcesDir,
    version,
    engine,
    allowLocalFiles,
    interruptedRuns: 'end',
    masterKey: await masterKeyOf(process.env),
    maxThumbnailBytes: diskLimitOf(process.env, 'SIGHTLINE_THUMBNAILS_MB'),
    allowPrivateWebhooks: process.env.SIGHTLINE_PRIVATE_WEBHOOKS === '1',
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(hardwareVideo && { hardwareVideo }),
  })
  const { baseUrl } = await made.listen()
  // A key to which a person gave that name does not act as an operator, and is replaced.
  const apiKey = (await made.hasOperatorKey(APP_KEY_NAME)) ? null : await newKey(made)
  tell({ type: 'ready', baseUrl, apiKey })
  return made
}

/** Replaces the choice in Settings, for a machine whose driver fails. */
const hardwareVideoOf = ({ SIGHTLINE_HARDWARE_VIDEO: asked }: NodeJS.ProcessEnv): HardwareVideo | undefined =>
  HARDWARE_VIDEO.find((mode) => mode === asked)

async function mintKey(): Promise<void> {
  const running = await platform
  if (!running) return
  tell({ type: 'key', apiKey: await newKey(running) })
}

/** For the one person of the app, who is its operator. Earlier keys of the name are no longer valid. */
async function newKey(running: Platform): Promise<string> {
  await running.revokeKeys(APP_KEY_NAME)
  return running.createKey('owner', { name: APP_KEY_NAME, isOperator: true })
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref()
  const running = await platform?.catch(() => null)
  await running?.close()
  process.exit(0)
}

function fail(error: unknown): void {
  const cause = error instanceof Error && 'code' in error ? error.code : ''
  const said = saidOf(error instanceof Error ? error : String(error))
  if (cause === 'data_dir_in_use') tell({ type: 'failed', code: 'data_dir_in_use', ...said })
  else if (cause === 'EADDRINUSE') tell({ type: 'failed', code: 'port_in_use', ...saidOf(message('host.port_in_use')) })
  else {
    // One that a user can fix needs no place in the code.
    if (!(error instanceof StartFailure)) {
      process.stderr.write(`${error instanceof Error ? error.stack : said.message}\n`)
    }
    const failed = message('host.platform_failed', { reason: paramOf(said) })
    tell({ type: 'failed', code: 'internal', ...saidOf(failed) })
  }
  process.exitCode = 1
  // Leaves the parent's channel time to transmit the message.
  setTimeout(() => process.exit(1), 200)
}

function handle(message: unknown): void {
  const { type } = (message ?? {}) as Partial<ToPlatformProcess>
  if (type === 'start' && !platform) {
    platform = start(message as PlatformStart)
    platform.catch(fail)
  } else if (type === 'mint-key') mintKey().catch(fail)
  else if (type === 'stop') void stop()
}

parent?.onMessage(handle)
parent?.onGone(() => void stop())
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

const argument = process.argv[2]
if (argument?.startsWith('{')) handle({ ...(JSON.parse(argument) as object), type: 'start' })
else if (!parent) fail(new Error('Start it from the app, or with the options as JSON in its first argument.'))

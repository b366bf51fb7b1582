/** The bridge's contract, implemented once for every host. */
import { ENDPOINTS, type EndpointId } from '../shared/api/index.ts'
import type { StopSignal } from '../shared/bridge/contract.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { HostInfo, StudioImpl } from '../shared/bridge/studio.ts'
import { abortSignal } from './abort-signal.ts'
import { followRun } from './follow-run.ts'
import type { NativeShell } from './native.ts'
import type { Platform } from './platform.ts'
import type { SettingsStore } from './settings.ts'
import type { Sources } from './sources.ts'
import { readWorkflowFile, workflowFileName, writeWorkflowFile } from './workflow-file.ts'

type JsonEndpointId = Exclude<
  EndpointId,
  | `uploads.${string}`
  | 'workflowRuns.artifact'
  | 'workflowRuns.artifactDownload'
  | 'workflowRuns.events'
  | 'images.content'
>

export interface StudioOptions {
  info: HostInfo
  platform: Platform
  sources: Sources
  settings: SettingsStore
  /** Null in the web host. */
  native: NativeShell | null
  /** Where the platform keeps a run's files, on this machine. */
  runFolder(runId: string): string
}

const untilStopped = (signal: StopSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

/** Everything the page may ask. One implementation serves every page of a host. */
export function createStudio(options: StudioOptions): StudioImpl {
  const { info, platform, sources, settings } = options
  /** The page writes only where the user pointed in a dialog. */
  const chosenPaths = new Set<string>()

  function native(): NativeShell {
    if (options.native) return options.native
    throw new BridgeFailure({ code: 'not_supported', message: 'The browser opens and saves files itself.' })
  }

  return {
    hostInfo: async () => info,

    async api({ endpoint, input }, signal) {
      const declared = ENDPOINTS.get(endpoint)
      if (!declared || (declared.reply.as !== 'json' && declared.reply.as !== 'empty') || declared.rawBody)
        throw new BridgeFailure({ code: 'not_supported', message: `There is no call “${endpoint}”.` })
      return platform.use(
        (client) => client.call(endpoint as JsonEndpointId, input as never, { signal: abortSignal(signal) }),
        { safeToRepeat: declared.idempotent },
      )
    },

    followRun: ({ run_id }, emit, signal) => followRun(platform, run_id, emit, signal),

    async pickSource({ kind }) {
      const path = await native().pickSource(kind)
      return path === null ? null : sources.open(path)
    },
    async openSourcePath({ path }) {
      native()
      return sources.open(path)
    },
    describeSource: ({ uri }) => sources.describe(uri),

    async openWorkflowFile() {
      const path = await native().pickWorkflowToOpen()
      if (path === null) return null
      const file = await readWorkflowFile(path)
      chosenPaths.add(path)
      return { path, file }
    },
    async saveWorkflowFile({ path: wanted, file }) {
      const known = wanted !== null && chosenPaths.has(wanted)
      const path = known ? wanted : await native().pickWorkflowToSave(workflowFileName(file.name))
      if (path === null) return null
      await writeWorkflowFile(path, file)
      chosenPaths.add(path)
      return { path }
    },
    async revealRun({ run_id }) {
      const shell = native()
      await platform.use((client) => client.workflowRuns.get({ params: { run_id } }))
      await shell.reveal(options.runFolder(run_id))
      return null
    },

    async menuCommands(_, emit, signal) {
      const stop = options.native?.onMenu((command) => void emit(command))
      await untilStopped(signal)
      stop?.()
    },
    getSettings: () => settings.get(),
    setSettings: (change) => settings.set(change),
  }
}

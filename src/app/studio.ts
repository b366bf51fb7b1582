/** The bridge's contract, implemented once for every host. */
import { pathToFileURL } from 'node:url'
import { ENDPOINTS, type EndpointId } from '../shared/api/index.ts'
import type { StopSignal } from '../shared/bridge/contract.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { HostInfo, StudioImpl } from '../shared/bridge/studio.ts'
import { message } from '../shared/messages/message.ts'
import type { Connections } from './connections.ts'
import { type FileAccess, localFilesIn, sourcesNamedIn } from './file-access.ts'
import { digestArtifact } from './files.ts'
import type { ModelDownloads } from './model-downloads/model-downloads.ts'
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
  /** To local files; null when none may be read. */
  access: FileAccess | null
  /** Paths that the user picked or dropped, which the page may open. */
  chosen: Set<string>
  settings: SettingsStore
  models: ModelDownloads
  /** Null in the web host. */
  native: NativeShell | null
  connections: Connections
  /** The folder of a run's files on this machine; null when a server keeps them. */
  runFolder: ((runId: string) => string) | null
}

/** Calls that store the name of a file, and read none. */
const NAMING: ReadonlySet<string> = new Set<EndpointId>([
  'workflows.create',
  'workflows.update',
  'studioBatches.create',
  'studioBatches.update',
  'studioVersions.keep',
  'studioRunLabels.create',
  'studioRunLabels.update',
])
/** Calls that reply with the run that they have started. */
const STARTING: ReadonlySet<string> = new Set<EndpointId>(['workflows.run', 'workflows.invoke', 'workflowRuns.resume'])

const workflowOf = (input: unknown): unknown => (input as { params?: { workflow?: unknown } }).params?.workflow
const runOf = (input: unknown): unknown => (input as { params?: { run_id?: unknown } }).params?.run_id

const untilStopped = (signal: StopSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

/** The calls of the page. One implementation serves every page of a host. */
export function createStudio(options: StudioOptions): StudioImpl {
  const { info, platform, sources, settings, connections } = options
  /** The page may only write to paths that the user chose in a dialog. */
  const chosenPaths = new Set<string>()

  function native(): NativeShell {
    if (options.native) return options.native
    throw new BridgeFailure({ code: 'not_supported', message: message('host.no_dialogs') })
  }

  /** The dialogs for files that the platform reads by their path. */
  function localFiles(): NativeShell {
    if (info.server === null) return native()
    throw new BridgeFailure({ code: 'not_supported', message: message('server.no_local_files') })
  }

  /** A call that has the platform read local files is one for files that the page may read. */
  async function requireFiles(endpoint: string, input: unknown): Promise<void> {
    const { access } = options
    if (!access) return
    const named = localFilesIn((input as { body?: unknown }).body)
    if (NAMING.has(endpoint)) return named.length > 0 ? access.loaded() : undefined
    const stored = await storedSources(endpoint, input)
    if (named.length + stored.length > 0) await access.require([...named, ...stored])
  }

  /** The sources of calls that name them by a workflow or a run. */
  async function storedSources(endpoint: string, input: unknown): Promise<string[]> {
    if (endpoint === 'workflows.run') {
      const params = { workflow: String(workflowOf(input)) }
      return sourcesNamedIn(await platform.use((client) => client.workflows.get({ params })))
    }
    if (endpoint !== 'workflowRuns.resume') return []
    const params = { run_id: String(runOf(input)) }
    return sourcesNamedIn(await platform.use((client) => client.workflowRuns.get({ params })))
  }

  /** The workflow may have changed between the check and the start of its run. */
  async function cancelUnlessGranted(started: unknown): Promise<void> {
    const uris = sourcesNamedIn(started)
    try {
      if (uris.length > 0) await options.access?.require(uris)
    } catch (error) {
      const params = { run_id: String((started as { id?: unknown }).id) }
      await platform.use((client) => client.workflowRuns.cancel({ params })).catch(() => undefined)
      throw error
    }
  }

  return {
    hostInfo: async () => info,

    async api({ endpoint, input }, signal) {
      const declared = ENDPOINTS.get(endpoint)
      if (!declared || (declared.reply.as !== 'json' && declared.reply.as !== 'empty') || declared.rawBody)
        throw new BridgeFailure({ code: 'not_supported', message: message('host.unknown_endpoint', { endpoint }) })
      await requireFiles(endpoint, input)
      const answer = await platform.use(
        (client) => client.call(endpoint as JsonEndpointId, input as never, { signal: abortSignal(signal) }),
        { safeToRepeat: declared.idempotent },
      )
      if (STARTING.has(endpoint)) await cancelUnlessGranted(answer)
      return answer
    },

    async followRun({ run_id, after }, emit, stop) {
      const signal = abortSignal(stop)
      const options = { signal, after }
      const updates = await platform.use((client) =>
        client.connect('workflowRuns.events', { params: { run_id } }, options),
      )
      for await (const { id, data } of updates) await emit(id === undefined ? data : { ...data, event_id: id })
    },

    async pickSource({ kind }) {
      const path = await localFiles().pickSource(kind)
      return path === null ? null : sources.open(path)
    },
    async pickSourcePaths() {
      const paths = await localFiles().pickSources()
      for (const path of paths) options.chosen.add(path)
      return paths
    },
    async openSourcePath({ path }) {
      localFiles()
      // A page knows the paths of all kinds of files; those that were picked or dropped came from the user.
      if (!options.chosen.has(path)) await options.access?.require([pathToFileURL(path).href])
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
    digestArtifact: (artifact, signal) => digestArtifact(platform, artifact, abortSignal(signal)),
    async revealRun({ run_id }) {
      const shell = native()
      const { runFolder } = options
      if (!runFolder) throw new BridgeFailure({ code: 'not_supported', message: message('server.no_local_files') })
      await platform.use((client) => client.workflowRuns.get({ params: { run_id } }))
      await shell.reveal(runFolder(run_id))
      return null
    },

    async menuCommands({ language }, emit, signal) {
      const stop = options.native?.onMenu(language, (command) => void emit(command))
      await untilStopped(signal)
      stop?.()
    },
    modelCatalogue: () => options.models.catalogue(),
    resolveModel: ({ source }, signal) => options.models.resolve(source, abortSignal(signal)),
    async getModel(request, emit, signal) {
      const stopped = abortSignal(signal)
      await options.models.get(request, emit, stopped).catch((error) => {
        if (!stopped.aborted) throw error
      })
    },
    unfinishedDownloads: () => options.models.unfinished(),
    async clearDownloads() {
      await options.models.clear()
      return null
    },
    listServers: () => connections.list(),
    saveServer: (edit) => connections.save(edit),
    deleteServer: ({ id }) => connections.delete(id),
    async signInToServer(server, emit, signal) {
      const stopped = abortSignal(signal)
      await connections.signIn(server, emit, stopped).catch((error) => {
        if (!stopped.aborted) throw error
      })
    },
    async switchServer({ id }) {
      await connections.use(id)
      return null
    },
    testServer: (edit) => connections.test(edit),
    followServer: (_, emit, signal) => connections.follow(emit, abortSignal(signal)),
    async checkServer() {
      await connections.check()
      return null
    },
    getSettings: () => settings.get(),
    setSettings: (change) => settings.set(change),
  }
}

/** Converts the bridge's signals to Node's own, which `fetch` and streams need. */
function abortSignal(stop: StopSignal): AbortSignal {
  if (stop instanceof AbortSignal) return stop
  const controller = new AbortController()
  if (stop.aborted) controller.abort()
  else stop.addEventListener('abort', () => controller.abort())
  return controller.signal
}

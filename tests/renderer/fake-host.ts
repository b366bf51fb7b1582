/** A host without a process: keeps workflows, runs and models in memory and returns what the real host returns. */
import { type Host, HostError } from '../../src/renderer/base/host/host-context.ts'
import type { HostInfo, StudioClient } from '../../src/shared/bridge/studio.ts'
import { isTerminal, type RunUpdate } from '../../src/shared/domain/run.ts'
import { changedSettings, type SettingsChange } from '../../src/shared/domain/settings.ts'
import { answers, type Input } from './fake-api.ts'
import { emptyState, type FakeState, NOTHING_LEFT } from './fake-state.ts'

export interface FakeHost extends Host {
  state: FakeState
  /** Sends an update to all subscribers of the run. */
  emit(runId: string, update: RunUpdate): void
  /** Makes the next call of this endpoint fail with this message. */
  failNext(endpoint: string, message: string): void
}

export function createFakeHost(start: Partial<FakeState> = {}, info: Partial<HostInfo> = {}): FakeHost {
  const state: FakeState = {
    ...emptyState(),
    ...start,
  }
  const failures = new Map<string, string>()
  const followers = new Map<string, Set<(update: RunUpdate) => void>>()
  let made = 0

  const answer = answers(state, () => `made-${++made}`)
  const api = async (endpoint: string, input: unknown): Promise<unknown> => {
    state.calls.push({ endpoint, input })
    const failure = failures.get(endpoint)
    if (failure !== undefined) {
      failures.delete(endpoint)
      throw new HostError({ code: 'internal', message: failure, details: [] })
    }
    const run = answer[endpoint]
    if (!run) throw new HostError({ code: 'not_supported', message: `No ${endpoint} here.`, details: [] })
    return structuredClone(run(input as Input))
  }

  async function* followRun({ run_id }: { run_id: string }): AsyncGenerator<RunUpdate> {
    const waiting: RunUpdate[] = []
    let wake = () => {}
    const listen = (update: RunUpdate) => {
      waiting.push(update)
      wake()
    }
    const all = followers.get(run_id) ?? new Set()
    followers.set(run_id, all.add(listen))
    try {
      for (;;) {
        const update = waiting.shift()
        if (!update) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        yield update
        if (update.type === 'run' && isTerminal(update.run.status)) return
      }
    } finally {
      all.delete(listen)
    }
  }

  const hostInfo: HostInfo = {
    host: 'web',
    version: '0.1.0',
    os: 'linux',
    native_dialogs: false,
    files_base: '/files',
    data_dir: '/home/ana/.local/share/sightline',
    upload_url: '/upload',
    session_url: null,
    account: null,
    server: null,
    local_files: info.native_dialogs ?? false,
    updates: false,
    ...info,
  }
  const studio = {
    hostInfo: async () => hostInfo,
    listServers: async () => ({ active: null, servers: [] }),
    followServer: async function* () {
      yield { server: hostInfo.server, check: null }
    },
    api: async ({ endpoint, input }: { endpoint: string; input: unknown }) => api(endpoint, input),
    followRun,
    getSettings: async () => state.settings,
    setSettings: async (change: SettingsChange) => {
      state.settings = changedSettings(state.settings, change)
      return state.settings
    },
    modelCatalogue: async () => [],
    unfinishedDownloads: async () => state.unfinished,
    clearDownloads: async () => {
      state.unfinished = NOTHING_LEFT
      return null
    },
    openWorkflowFile: async () => null,
    saveWorkflowFile: async () => null,
    revealRun: async () => null,
    pickSource: async () => null,
    pickSourcePaths: async () => [],
    describeSource: async () => null,
    openSourcePath: async () => {
      throw new HostError({ code: 'not_supported', message: 'No files here.', details: [] })
    },
  } satisfies Partial<Record<keyof StudioClient, unknown>>

  return {
    state,
    info: hostInfo,
    studio: studio as unknown as StudioClient,
    api: api as Host['api'],
    emit: (runId, update) => {
      if (update.type === 'run') state.runs = state.runs.map((r) => (r.id === runId ? update.run : r))
      for (const listen of followers.get(runId) ?? []) listen(update)
    },
    failNext: (endpoint, message) => failures.set(endpoint, message),
  }
}

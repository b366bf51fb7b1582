/** A fake host that keeps versions in memory, with the responses of the real one. */
import { type Host, HostError } from '../../../../src/renderer/base/host/host-context.ts'
import type { Visibility } from '../../../../src/shared/api/studio-records.ts'
import type {
  StudioVersion,
  StudioVersionCreate,
  StudioVersionInfo,
} from '../../../../src/shared/api/studio-versions.ts'
import { WORKFLOW_VERSION } from '../../../../src/shared/graph/graph.ts'
import { createFakeHost, type FakeHost } from '../../fake-host.ts'
import type { FakeState } from '../../fake-state.ts'

export interface VersionHost extends FakeHost {
  kept: StudioVersion[]
  /** Makes every call to save a version fail from now on. */
  full: boolean
}

/** An unnamed version of the caller. */
export const aVersion = (part: Partial<StudioVersionInfo> = {}): StudioVersionInfo => ({
  id: 'v',
  workflow_id: 'wf-1',
  owner_id: null,
  owner_name: null,
  is_own: true,
  visibility: 'me',
  revision: '0'.repeat(16),
  kind: 'run',
  note: null,
  created_at: '2026-01-01T00:00:00Z',
  graph_version: WORKFLOW_VERSION,
  blocks: 3,
  changes: 2,
  ...part,
})

interface Call {
  params: { version_id: string }
  body: StudioVersionCreate & { note?: string; visibility?: Visibility }
  ifMatch?: string
}

export function versionHost(start: Partial<FakeState> = {}, at = () => new Date().toISOString()): VersionHost {
  const kept: StudioVersion[] = []
  const others = createFakeHost(start)
  const host = Object.assign(others, { kept, full: false }) as VersionHost
  const find = ({ params }: Call) => {
    const version = kept.find((v) => v.id === params.version_id)
    if (!version) throw new HostError({ code: 'not_found', message: 'There is no such version.', details: [] })
    return version
  }
  const requireRevision = ({ revision }: StudioVersion, { ifMatch }: Call) => {
    if (ifMatch === undefined || ifMatch === revision) return
    throw new HostError({ code: 'stale_revision', message: 'Named elsewhere.', details: [] })
  }
  const answers: Record<string, (call: Call) => unknown> = {
    'studioVersions.list': () => ({ data: [...kept].reverse(), pagination: { has_more: false } }),
    'studioVersions.get': find,
    'studioVersions.keep'({ body }) {
      if (host.full) throw new Error('The disk is full.')
      const { kind, note, graph, layout } = structuredClone(body)
      const info = aVersion({ id: `v${kept.length + 1}`, kind, note, created_at: at(), blocks: graph.nodes.length })
      const made: StudioVersion = { ...info, changes: kept.length === 0 ? null : 1, graph, layout }
      kept.push(made)
      return made
    },
    'studioVersions.update'(call) {
      const version = find(call)
      const { note, visibility } = call.body
      if (visibility) version.visibility = visibility
      if (note === undefined || note === version.note) return version
      requireRevision(version, call)
      return Object.assign(version, { kind: 'named', note, revision: `of ${note}` })
    },
    'studioVersions.delete'(call) {
      const version = find(call)
      requireRevision(version, call)
      kept.splice(kept.indexOf(version), 1)
    },
  }
  const { api } = others
  host.api = (async (endpoint: string, input: unknown) => {
    const answer = answers[endpoint]
    return answer ? structuredClone(answer(input as Call)) : api(endpoint as never, input as never)
  }) as Host['api']
  return host
}

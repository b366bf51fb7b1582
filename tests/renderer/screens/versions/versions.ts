/** A fake host that keeps versions in memory, with the responses of the real one. */
import { HostError } from '../../../../src/renderer/base/host/host-context.ts'
import type { NewVersion, Version, VersionInfo, VersionNaming } from '../../../../src/shared/graph/versions.ts'
import { createFakeHost, type FakeHost } from '../../fake-host.ts'
import type { FakeState } from '../../fake-state.ts'

export interface VersionHost extends FakeHost {
  kept: Version[]
  /** Makes every call to save a version fail from now on. */
  full: boolean
}

export function versionHost(start: Partial<FakeState> = {}, at = () => new Date().toISOString()): VersionHost {
  const kept: Version[] = []
  const host = Object.assign(createFakeHost(start), { kept, full: false }) as VersionHost
  const info = ({ id, kind, note, created_at, graph }: Version, changes: number | null = null): VersionInfo => ({
    id,
    kind,
    note,
    created_at,
    blocks: graph.nodes.length,
    changes,
  })
  const find = (id: string) => {
    const version = kept.find((v) => v.id === id)
    if (!version) throw new Error('This version is not there any more.')
    return version
  }
  Object.assign(host.studio, {
    listVersions: async () => kept.map((v, i) => info(v, i === 0 ? null : 1)).reverse(),
    getVersion: async ({ version_id }: { version_id: string }) => structuredClone(find(version_id)),
    keepVersion: async (version: NewVersion) => {
      if (host.full) throw new Error('The disk is full.')
      const made: Version = {
        ...structuredClone(version),
        format: 'sightline-version',
        version: 1,
        id: `v${kept.length + 1}`,
        created_at: at(),
      }
      kept.push(made)
      return info(made)
    },
    noteVersion: async ({ version_id, note, replaces }: VersionNaming) => {
      const version = find(version_id)
      mustBeCalled(version, replaces)
      return info(Object.assign(version, { kind: 'named', note }))
    },
    deleteVersion: async ({ version_id, note }: { version_id: string; note: string | null }) => {
      const version = find(version_id)
      mustBeCalled(version, note)
      kept.splice(kept.indexOf(version), 1)
      return null
    },
  })
  return host
}

function mustBeCalled({ note }: Version, known: string | null): void {
  if (note !== known) throw new HostError({ code: 'stale_revision', message: 'Named elsewhere.', details: [] })
}

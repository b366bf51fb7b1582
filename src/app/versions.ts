/**
 * The store of versions: a folder for each workflow, a JSON file for each version, so that a broken one does not affect
 * the others.
 */

import { createHash, randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { countChanges, diffGraphs } from '../shared/graph/diff.ts'
import { countLayoutChanges, diffLayouts } from '../shared/graph/layout-diff.ts'
import type { StoredWorkflow } from '../shared/graph/migrations.ts'
import { migrated } from '../shared/graph/migrations.ts'
import { type NewVersion, Version, type VersionContent, type VersionInfo } from '../shared/graph/versions.ts'
import { message } from '../shared/messages/message.ts'
import { createJsonFiles, type FilesInTurn, type RecordOptions, SUFFIX } from './json-files.ts'
import { isNewer, NewerVersion, newerIn, newerInfo } from './newer-version.ts'
import { surplusVersions } from './version-limits.ts'

export interface VersionStore {
  /** Newest first. */
  list(workflowId: string): Promise<VersionInfo[]>
  get(workflowId: string, versionId: string): Promise<Version>
  /**
   * Stores a state. If it equals that of the newest version, no second one is created: a name is given to the existing
   * one.
   */
  keep(version: NewVersion): Promise<VersionInfo>
  /**
   * Names a version, which is then kept until it is deleted by hand.
   * @param replaces the name that the window has read
   * @throws BridgeFailure stale_revision when it has a different name by now
   */
  note(workflowId: string, versionId: string, note: string, replaces: string | null): Promise<VersionInfo>
  /**
   * @param note the name that the window has read
   * @throws BridgeFailure stale_revision when it has a different name by now
   */
  delete(workflowId: string, versionId: string, note: string | null): Promise<void>
  /** Deletes all versions of a deleted workflow. */
  forget(workflowId: string): Promise<void>
}

/** An invalid file is renamed to `….broken-<time>`; the others are listed, also those of a newer Sightline. */
export function createVersions(folder: string, options: RecordOptions = {}): VersionStore {
  const { now = () => new Date() } = options
  const folderOf = (workflowId: string) => join(folder, safeName(workflowId))
  const pathOf = (workflowId: string, id: string) => join(folderOf(workflowId), `${id}${SUFFIX}`)
  const files = createJsonFiles(Type.Union([Version, NewerVersion]), {
    decode: (json, path) => {
      const version = migrated(json as StoredWorkflow)
      const isOurs = Value.Check(Version, version) && `${version.id}${SUFFIX}` === basename(path)
      return isOurs ? version : newerIn(json, path)
    },
    ...options,
  })

  /** Oldest first. */
  const idsOf = (turn: Turn, workflowId: string) => turn.ids(folderOf(workflowId))

  async function read(turn: Turn, workflowId: string, id: string): Promise<StoredVersion | null> {
    return (await turn.read(pathOf(workflowId, id)))?.value ?? null
  }

  async function existing(turn: Turn, workflowId: string, id: string): Promise<Version> {
    const version = await read(turn, workflowId, id)
    if (version && isReadable(version)) return version
    if (version) throw new BridgeFailure({ code: 'wrong_state', message: message('host.version_newer') })
    throw new BridgeFailure({ code: 'not_found', message: message('host.version_missing') })
  }

  /** Oldest first. */
  async function all(turn: Turn, workflowId: string): Promise<StoredVersion[]> {
    const found: StoredVersion[] = []
    for (const id of await idsOf(turn, workflowId)) {
      const version = await read(turn, workflowId, id)
      if (version) found.push(version)
    }
    return found
  }

  async function newest(turn: Turn, workflowId: string): Promise<Version | null> {
    for (const id of (await idsOf(turn, workflowId)).reverse()) {
      const version = await read(turn, workflowId, id)
      if (version && isReadable(version)) return version
    }
    return null
  }

  const write = (turn: Turn, version: Version) => turn.put(pathOf(version.workflow_id, version.id), version)

  async function thinOut(turn: Turn, workflowId: string): Promise<void> {
    const surplus = surplusVersions((await all(turn, workflowId)).filter(isReadable), now())
    for (const { id } of surplus) await turn.remove(pathOf(workflowId, id))
  }

  return {
    list: (workflowId) =>
      files.inTurn(async (turn) => {
        const versions = await all(turn, workflowId)
        const infos: VersionInfo[] = []
        let before: Version | null = null
        for (const version of versions) {
          infos.push(isReadable(version) ? infoOf(version, before) : newerInfo(version))
          if (isReadable(version)) before = version
        }
        return infos.reverse()
      }),
    get: (workflowId, id) => files.inTurn((turn) => existing(turn, workflowId, id)),
    keep: ({ workflow_id, kind, note, graph, layout }) =>
      files.inTurn(async (turn) => {
        const before = await newest(turn, workflow_id)
        const same = before !== null && changesBetween(before, { graph, layout }) === 0
        if (same && kind !== 'named') return infoOf(before, null)
        if (same && before.kind !== 'named') {
          const named: Version = { ...before, kind, note }
          await write(turn, named)
          return infoOf(named, null)
        }
        // Later than the previous version, even when the clock was set back.
        const at = new Date(Math.max(now().getTime(), before ? Date.parse(before.created_at) + 1 : 0))
        const created_at = at.toISOString()
        const id = `${created_at.replace(/[^0-9TZ]/g, '')}-${randomBytes(3).toString('hex')}`
        const version: Version = {
          format: 'sightline-version',
          version: 1,
          id,
          workflow_id,
          kind,
          note,
          created_at,
          graph,
          layout,
        }
        await write(turn, version)
        await thinOut(turn, workflow_id)
        return infoOf(version, before)
      }),
    note: (workflowId, id, note, replaces) =>
      files.inTurn(async (turn) => {
        const version = await existing(turn, workflowId, id)
        // A write that is retried because its response was lost finds its own name.
        if (version.note !== note) mustBeCalled(version, replaces)
        const named: Version = { ...version, kind: 'named', note }
        await write(turn, named)
        return infoOf(named, null)
      }),
    delete: (workflowId, id, note) =>
      files.inTurn(async (turn) => {
        const version = await read(turn, workflowId, id)
        if (version) mustBeCalled(version, note)
        await turn.remove(pathOf(workflowId, id))
      }),
    forget: (workflowId) => files.remove(folderOf(workflowId)),
  }
}

type StoredVersion = Version | NewerVersion
type Turn = FilesInTurn<StoredVersion>

const isReadable = (version: StoredVersion): version is Version => !isNewer(version)

/** @throws BridgeFailure stale_revision when the version has a different name by now */
function mustBeCalled({ note }: StoredVersion, known: string | null): void {
  if (note === known) return
  throw new BridgeFailure({
    code: 'stale_revision',
    message: message('host.version_named_elsewhere'),
  })
}

/** A workflow's id as a folder name; ids of other platforms may be any text. */
const safeName = (id: string): string =>
  /^[a-z0-9][a-z0-9-]{0,79}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')

function changesBetween(before: VersionContent, after: VersionContent): number {
  const diff = diffGraphs(before.graph, after.graph)
  const come = new Set(diff.added.map((n) => n.id))
  const kept = new Set(after.graph.nodes.map((n) => n.id).filter((id) => !come.has(id)))
  return countChanges(diff) + countLayoutChanges(diffLayouts(before.layout, after.layout, kept))
}

const infoOf = (version: Version, before: Version | null): VersionInfo => ({
  id: version.id,
  kind: version.kind,
  note: version.note,
  created_at: version.created_at,
  blocks: version.graph.nodes.length,
  changes: before && changesBetween(before, version),
})

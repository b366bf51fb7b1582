/**
 * The store of versions: a folder for each workflow, a JSON file for each version, so that a broken one does not affect
 * the others.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { type NewVersion, Version, type VersionContent, type VersionInfo } from '../shared/bridge/versions.ts'
import { countChanges, diffGraphs } from '../shared/graph/diff.ts'
import { countLayoutChanges, diffLayouts } from '../shared/graph/layout-diff.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'
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
  /** Names a version, which is then kept until it is deleted by hand. */
  note(workflowId: string, versionId: string, note: string): Promise<VersionInfo>
  delete(workflowId: string, versionId: string): Promise<void>
  /** Deletes all versions of a deleted workflow. */
  forget(workflowId: string): Promise<void>
}

const SUFFIX = '.json'

/** An invalid file is renamed to `….broken-<time>`; the others are listed. */
export function createVersions(folder: string, now: () => Date = () => new Date()): VersionStore {
  const folderOf = (workflowId: string) => join(folder, safeName(workflowId))
  const pathOf = (workflowId: string, id: string) => join(folderOf(workflowId), `${id}${SUFFIX}`)

  /** Oldest first. */
  async function idsOf(workflowId: string): Promise<string[]> {
    const names = await readdir(folderOf(workflowId)).catch((error) => {
      if (errnoOf(error) === 'ENOENT') return []
      throw fileTrouble('read', folderOf(workflowId), error)
    })
    // The names of temporary files begin with a dot.
    return names
      .filter((n) => n.endsWith(SUFFIX) && !n.startsWith('.'))
      .map((n) => n.slice(0, -SUFFIX.length))
      .sort()
  }

  async function read(workflowId: string, id: string): Promise<Version | null> {
    const path = pathOf(workflowId, id)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw fileTrouble('read', path, error)
    }
    try {
      const version: unknown = JSON.parse(text)
      if (Value.Check(Version, version) && version.id === id) return version
    } catch {}
    await rename(path, `${path}.broken-${now().toISOString().replace(/[:.]/g, '-')}`).catch(() => {})
    return null
  }

  async function existing(workflowId: string, id: string): Promise<Version> {
    const version = await read(workflowId, id)
    if (version) return version
    throw new BridgeFailure({ code: 'not_found', message: 'This version is not there any more.' })
  }

  /** Oldest first. */
  async function all(workflowId: string): Promise<Version[]> {
    const found: Version[] = []
    for (const id of await idsOf(workflowId)) {
      const version = await read(workflowId, id)
      if (version) found.push(version)
    }
    return found
  }

  async function newest(workflowId: string): Promise<Version | null> {
    for (const id of (await idsOf(workflowId)).reverse()) {
      const version = await read(workflowId, id)
      if (version) return version
    }
    return null
  }

  async function write(version: Version): Promise<void> {
    const path = pathOf(version.workflow_id, version.id)
    await writeFileAtomic(path, `${JSON.stringify(version)}\n`).catch((error) => {
      throw fileTrouble('write', path, error)
    })
  }

  async function remove(path: string): Promise<void> {
    await rm(path, { force: true, recursive: true }).catch((error) => {
      throw fileTrouble('write', path, error)
    })
  }

  async function thinOut(workflowId: string): Promise<void> {
    for (const { id } of surplusVersions(await all(workflowId), now())) await remove(pathOf(workflowId, id))
  }

  let last: Promise<unknown> = Promise.resolve()
  /** A write depends on the stored versions, so reads and writes are serialized. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    list: (workflowId) =>
      inTurn(async () => {
        const versions = await all(workflowId)
        return versions.map((version, i) => infoOf(version, versions[i - 1] ?? null)).reverse()
      }),
    get: (workflowId, id) => inTurn(() => existing(workflowId, id)),
    keep: ({ workflow_id, kind, note, graph, layout }) =>
      inTurn(async () => {
        const before = await newest(workflow_id)
        const same = before !== null && changesBetween(before, { graph, layout }) === 0
        if (same && kind !== 'named') return infoOf(before, null)
        if (same && before.kind !== 'named') {
          const named: Version = { ...before, kind, note }
          await write(named)
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
        await write(version)
        await thinOut(workflow_id)
        return infoOf(version, before)
      }),
    note: (workflowId, id, note) =>
      inTurn(async () => {
        const named: Version = { ...(await existing(workflowId, id)), kind: 'named', note }
        await write(named)
        return infoOf(named, null)
      }),
    delete: (workflowId, id) => inTurn(() => remove(pathOf(workflowId, id))),
    forget: (workflowId) => inTurn(() => remove(folderOf(workflowId))),
  }
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

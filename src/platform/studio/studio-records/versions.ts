/** Versions: earlier states of a workflow, a history of its own for each owner. They are deleted with their workflow. */
import type { Transaction } from 'kysely'
import type { Page, PaginatedList } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type {
  StudioVersion,
  StudioVersionCreate,
  StudioVersionInfo,
  StudioVersionUpdate,
} from '../../../shared/api/studio-versions.ts'
import { countChanges, diffGraphs } from '../../../shared/graph/diff.ts'
import { WORKFLOW_VERSION } from '../../../shared/graph/graph.ts'
import { countLayoutChanges, diffLayouts } from '../../../shared/graph/layout-diff.ts'
import type { VersionContent } from '../../../shared/graph/versions.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, newId, toJson, toJsonOrNull } from '../../db/database.ts'
import { findNamed, paginatedListOf } from '../../db/pages.ts'
import type { StudioVersionRow } from '../../db/schema/studio.ts'
import { storedWorkflow } from '../../db/stored-workflow.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type Owner, ownedFields, requireMayChange, requireMayShow } from './ownership.ts'
import { requireRevision, revisionOf } from './records.ts'
import { type AgedVersion, createVersionRepository, type NamedVersionRow } from './version-repository.ts'

export interface VersionAddress {
  /** Name or id. */
  workflow: string
  version_id: string
}

export interface Versions {
  /** Newest first. @throws ApiError not_found for the workflow, here and below */
  list(caller: Caller, workflow: string, page: Page): Promise<PaginatedList<StudioVersionInfo>>
  /**
   * Stores a state. If it equals that of the newest own version, no second one is created: a name is given to the
   * existing one.
   */
  keep(caller: Caller, workflow: string, version: StudioVersionCreate): Promise<StudioVersionInfo>
  /** @throws ApiError wrong_state when a newer Sightline has stored the version */
  get(caller: Caller, address: VersionAddress): Promise<StudioVersion>
  /**
   * Names a version, which is then kept until it is deleted by hand, or shares it.
   * @param revision the one that the name is based on; undefined where any will do
   * @throws ApiError empty_update, stale_revision, not_the_owner, role_too_low
   */
  update(
    caller: Caller,
    address: VersionAddress,
    update: StudioVersionUpdate,
    revision?: string,
  ): Promise<StudioVersionInfo>
  /** @throws ApiError stale_revision when the version has another name by now, role_too_low */
  delete(caller: Caller, address: VersionAddress, revision?: string): Promise<void>
}

/** Counts what differs between two versions of a workflow. */
function changesBetween(before: VersionContent, after: VersionContent): number {
  const diff = diffGraphs(before.graph, after.graph)
  const added = new Set(diff.added.map((n) => n.id))
  const kept = new Set(after.graph.nodes.map((n) => n.id).filter((id) => !added.has(id)))
  return countChanges(diff) + countLayoutChanges(diffLayouts(before.layout, after.layout, kept))
}

/** Number of the newest automatic versions that are kept, whatever their age. */
export const RECENT_VERSIONS = 40
/** Number of days for which the last automatic version of each day is kept. */
export const DAYS_KEPT = 60

const DAY_MS = 86_400_000

type Aged = Pick<StudioVersionRow, 'id' | 'kind' | 'visibility' | 'created_at'>

/** @param versions of one workflow and owner, oldest first */
export function surplusVersions<V extends Aged>(versions: readonly V[], now: Date): V[] {
  const automatic = versions.filter((v) => v.kind !== 'named' && v.visibility === 'me').reverse()
  const days = new Set<string>()
  return automatic.filter(({ created_at }, i) => {
    if (i < RECENT_VERSIONS) return false
    const day = created_at.slice(0, 10)
    if (days.has(day) || now.getTime() - Date.parse(created_at) > DAYS_KEPT * DAY_MS) return true
    days.add(day)
    return false
  })
}

type Tx = Transaction<Tables>

export function createVersions(db: Database, now: () => Date): Versions {
  const repository = createVersionRepository()
  const findWorkflow = findNamed(db, 'workflows', ['id'])

  async function workflowId(caller: Caller, nameOrId: string): Promise<string> {
    const row = await findWorkflow(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('workflow.missing', { name: nameOrId }))
    return row.id
  }

  async function existing(on: Database | Tx, workflow: string, caller: Caller, id: string): Promise<NamedVersionRow> {
    const row = await repository.find(on, workflow, caller, id)
    if (!row) throw new ApiError('not_found', message('record.version_missing'))
    return row
  }

  const contentOf = async (on: Database | Tx, id: string): Promise<VersionContent> =>
    storedWorkflow(await repository.content(on, id))

  /** The newest version that this Sightline reads. */
  async function newest(tx: Tx, workflow: string, owner: Owner) {
    const last = (await repository.ofOwner(tx, workflow, owner)).filter(isReadable).at(-1)
    return last ? { id: last.id, created_at: last.created_at, content: await contentOf(tx, last.id) } : null
  }

  /** Deletes versions of one owner, and recounts the changes of the versions after them. */
  async function remove(tx: Tx, workflow: string, owner: Owner, gone: ReadonlySet<string>): Promise<void> {
    const before = (await repository.ofOwner(tx, workflow, owner)).filter((v) => isReadable(v) || gone.has(v.id))
    for (const id of gone) await repository.delete(tx, id)
    let previous: AgedVersion | null = null
    for (const [i, version] of before.entries()) {
      if (gone.has(version.id)) continue
      const follows = before[i - 1]
      if (follows && gone.has(follows.id)) {
        const changes: number | null = previous
          ? changesBetween(await contentOf(tx, previous.id), await contentOf(tx, version.id))
          : null
        await repository.update(tx, version.id, { changes })
      }
      previous = version
    }
  }

  async function thinOut(tx: Tx, workflow: string, owner: Owner): Promise<void> {
    const versions = (await repository.ofOwner(tx, workflow, owner)).filter(isReadable)
    const surplus = surplusVersions(versions, now()).map(({ id }) => id)
    if (surplus.length > 0) await remove(tx, workflow, owner, new Set(surplus))
  }

  const info = async (tx: Tx, workflow: string, caller: Caller, id: string): Promise<StudioVersionInfo> =>
    shown(await existing(tx, workflow, caller, id), caller)

  return {
    async list(caller, workflow, page) {
      const found = await repository.list(db, await workflowId(caller, workflow), caller, page)
      return paginatedListOf(found, page, (row) => shown(row, caller))
    },

    async keep(caller, nameOrId, { kind, note, graph, layout }) {
      const workflow = await workflowId(caller, nameOrId)
      return db.transaction().execute(async (tx) => {
        const before = await newest(tx, workflow, caller)
        const changes = before && changesBetween(before.content, { graph, layout })
        if (before && changes === 0) {
          const row = await existing(tx, workflow, caller, before.id)
          if (kind !== 'named') return shown(row, caller)
          if (row.kind !== 'named') {
            const change = namedAs(note)
            await repository.update(tx, row.id, change)
            return shown({ ...row, ...change }, caller)
          }
        }
        // Later than the previous version, even when the clock was set back.
        const at = new Date(Math.max(now().getTime(), before ? Date.parse(before.created_at) + 1 : 0))
        const id = newId()
        await repository.insert(tx, {
          id,
          workflow_id: workflow,
          user_id: caller.userId,
          visibility: 'me',
          kind,
          note,
          revision: nameRevision(kind, note),
          created_at: at.toISOString(),
          graph: toJson(graph),
          layout: toJsonOrNull(layout),
          graph_version: graph.version,
          blocks: graph.nodes.length,
          changes,
        })
        await thinOut(tx, workflow, caller)
        return info(tx, workflow, caller, id)
      })
    },

    async get(caller, { workflow, version_id }) {
      const row = await existing(db, await workflowId(caller, workflow), caller, version_id)
      if (!isReadable(row)) throw new ApiError('wrong_state', message('record.version_newer'))
      const { graph, layout } = await contentOf(db, row.id)
      return { ...shown(row, caller), graph, layout }
    },

    async update(caller, { workflow, version_id }, { note, visibility }, revision) {
      if (note === undefined && visibility === undefined) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      const id = await workflowId(caller, workflow)
      return db.transaction().execute(async (tx) => {
        const row = await existing(tx, id, caller, version_id)
        const change: Partial<StudioVersionRow> = {}
        if (visibility !== undefined && visibility !== row.visibility) {
          requireMayShow(row, visibility, caller)
          change.visibility = visibility
        }
        if (note !== undefined) {
          requireMayChange(row, caller)
          const named = namedAs(note)
          // A change that is repeated because its reply was lost finds its own name.
          if (named.revision !== row.revision) {
            requireRevision(row, revision, message('record.version_named_elsewhere'))
            Object.assign(change, named)
          }
        }
        if (Object.keys(change).length > 0) await repository.update(tx, row.id, change)
        return shown({ ...row, ...change }, caller)
      })
    },

    async delete(caller, { workflow, version_id }, revision) {
      const id = await workflowId(caller, workflow)
      await db.transaction().execute(async (tx) => {
        const row = await existing(tx, id, caller, version_id)
        requireMayChange(row, caller)
        requireRevision(row, revision, message('record.version_named_elsewhere'))
        await remove(tx, id, { userId: row.user_id }, new Set([row.id]))
      })
    },
  }
}

/** False for a version that a newer Sightline has stored: this one lists and deletes it, and can’t read more. */
const isReadable = ({ graph_version }: Pick<StudioVersionRow, 'graph_version'>): boolean =>
  graph_version <= WORKFLOW_VERSION

const nameRevision = (kind: StudioVersionRow['kind'], note: string | null): string => revisionOf(toJson([kind, note]))

const namedAs = (note: string | null) => {
  const kind = 'named' as const
  return { kind, note, revision: nameRevision(kind, note) }
}

const shown = (row: NamedVersionRow, caller: Caller): StudioVersionInfo => ({
  id: row.id,
  workflow_id: row.workflow_id,
  ...ownedFields(row, caller),
  revision: row.revision,
  kind: row.kind,
  note: row.note,
  created_at: row.created_at,
  // A stored graph is read in the format of this Sightline.
  graph_version: Math.max(row.graph_version, WORKFLOW_VERSION),
  blocks: row.blocks,
  changes: row.changes,
})

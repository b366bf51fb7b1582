/** The members whom a task is assigned to. */
import type { Transaction } from 'kysely'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { insertMany } from '../../db/insert-many.ts'
import { invalidField } from '../../db/naming/invalid-field.ts'
import type { Tables } from '../../db/tables.ts'

/** The ids without repetitions. @throws ApiError invalid_field for one that is not of a member */
export async function assignedMembers(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .execute()
  const members = new Set(rows.map(({ user_id }) => user_id))
  const stranger = userIds.findIndex((id) => !members.has(id))
  if (stranger >= 0) throw invalidField(`/assignee_ids/${stranger}`, message('task.not_a_member'))
  return [...members].sort()
}

/** Returns those of these people who were no assignees before. */
export async function replaceAssignees(
  tx: Transaction<Tables>,
  task_id: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.deleteFrom('task_assignees').where('task_id', '=', task_id).returning('user_id').execute()
  await insertMany(
    tx,
    'task_assignees',
    userIds.map((user_id) => ({ task_id, user_id })),
  )
  const before = new Set(rows.map(({ user_id }) => user_id))
  return userIds.filter((id) => !before.has(id))
}

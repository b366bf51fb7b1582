/** The people who operate the installation. They are named on the command line, and by one another. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Operator } from '../../../shared/api/operator.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'

export interface Operators {
  /** Operators, the first added at the top. */
  list(): Promise<Operator[]>
  /** Does nothing for one who is an operator already. @throws ApiError not_found for an address that no user has */
  add(tx: Database, email: string): Promise<Operator>
  /** @throws ApiError not_found; last_operator when none who can sign in would be left */
  remove(tx: Database, userId: string): Promise<void>
}

export function createOperators(db: Database, now: () => Date): Operators {
  const operatorsIn = (tx: Database) =>
    tx
      .selectFrom('operators as o')
      .innerJoin('users as u', 'u.id', 'o.user_id')
      .select(['u.id', 'u.email', 'u.full_name', 'o.added_at'])
      .select((e) =>
        e.exists(e.selectFrom('memberships as m').select('m.id').whereRef('m.user_id', '=', 'u.id')).as('is_member'),
      )
      .orderBy('o.added_at')
      .orderBy('o.user_id')

  const all = async (tx: Database): Promise<Operator[]> =>
    (await operatorsIn(tx).execute()).map((row) => ({ ...row, is_member: Boolean(row.is_member) }))

  return {
    list: () => all(db),
    async add(tx, email) {
      const address = email.trim().toLowerCase()
      const user = await tx.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
      if (!user) throw new ApiError('not_found', message('operator.no_person', { email: address }))
      const row = { user_id: user.id, added_at: now().toISOString() }
      await tx
        .insertInto('operators')
        .values(row)
        .onConflict((c) => c.doNothing())
        .execute()
      const added = (await all(tx)).find(({ id }) => id === user.id)
      if (!added) throw new Error(`The operator ${user.id} was not stored.`)
      return added
    },
    async remove(tx, userId) {
      // Before the others are read: of two operators who remove each other, the second finds none left.
      const { numDeletedRows } = await tx.deleteFrom('operators').where('user_id', '=', userId).executeTakeFirst()
      if (numDeletedRows === 0n) throw new ApiError('not_found', message('operator.missing'))
      if ((await all(tx)).some(({ is_member }) => is_member)) return
      throw new ApiError('last_operator', message('operator.last'))
    },
  }
}

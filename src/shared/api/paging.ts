/** Offset paging: the query of a list, and the forms of its reply. */
import { type Static, type TSchema, Type } from 'typebox'

/** No list is that long; a larger number would not fit the integers of every database. */
export const MAX_OFFSET = 2_147_483_647

export const offsetField = () => Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0 })

/** The fields `limit` and `offset` of the query of a list. `limit`: its default. `max`: its largest value. */
export const pageQuery = ({ limit, max }: { limit: number; max: number }) => ({
  limit: Type.Integer({ minimum: 1, maximum: max, default: limit }),
  offset: offsetField(),
})

/** A part of a list. */
export interface Page {
  limit: number
  offset: number
}

export const Pagination = Type.Object(
  { limit: Type.Integer(), offset: Type.Integer(), total: Type.Integer(), has_more: Type.Boolean() },
  { $id: 'Pagination' },
)

/** A list with its total beside it. */
export const countedList = <T extends TSchema>(item: T, $id: string) =>
  Type.Object({ data: Type.Array(item), total: Type.Integer(), has_more: Type.Boolean() }, { $id })
export interface CountedList<T> {
  data: T[]
  total: number
  has_more: boolean
}

/** A list with a pagination object. */
export const paginatedList = <T extends TSchema>(item: T, $id: string) =>
  Type.Object({ data: Type.Array(item), pagination: Pagination }, { $id })
export interface PaginatedList<T> {
  data: T[]
  pagination: Static<typeof Pagination>
}

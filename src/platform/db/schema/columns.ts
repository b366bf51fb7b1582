/** What the tables of all groups are declared with. A change of a builder would change tables of released versions. */
import type { ColumnDefinitionBuilder, SchemaModule } from 'kysely'

/** Text. */
export type Json = string
/** ISO 8601, UTC. */
export type Time = string
/** Null for work of the platform itself, and of keys that belong to no user. */
export type UserId = string

/** Creates its tables with their indexes, each after those that it refers to. */
export type TableGroup = readonly ((schema: SchemaModule) => Promise<void>)[]

export const primary = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey()

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull()

/** The row is deleted with that of `owner`, such as `organizations.id`. */
export const partOf =
  (owner: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().references(owner).onDelete('cascade')

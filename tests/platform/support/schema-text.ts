/** The schema of a database as sorted text, whatever the order in which its tables and columns were created. */
import { sql } from 'kysely'
import type { Database } from '../../../src/platform/db/database.ts'

/** Columns with types, nullability and defaults, keys with their actions, checks, and indexes with order and condition. */
export async function sqliteSchema(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%' order by name`.execute(db)
  const parts: string[] = []
  for (const table of tables) {
    const columns = await sqliteColumns(db, table.name)
    const keys = await sqliteKeys(db, table)
    parts.push(tableText(table.name, columns.concat(keys)))
  }
  return parts.join('\n')
}

async function sqliteColumns(db: Database, table: string): Promise<string[]> {
  interface Column {
    name: string
    type: string
    notnull: 0 | 1
    dflt_value: string | null
  }
  const { rows } = await sql<Column>`select * from pragma_table_info(${table})`.execute(db)
  return rows.map(({ name, type, notnull, dflt_value }) =>
    [
      `column ${name} ${type.toLowerCase()}`,
      ...(notnull === 1 ? ['not null'] : []),
      ...(dflt_value === null ? [] : [`default ${dflt_value}`]),
    ].join(' '),
  )
}

async function sqliteKeys(db: Database, table: { name: string; sql: string }): Promise<string[]> {
  interface Foreign {
    from: string
    table: string
    to: string
    on_update: string
    on_delete: string
  }
  const lines: string[] = []
  const primary = await sql<{ name: string }>`select name from pragma_table_info(${table.name})
    where pk > 0 order by pk`.execute(db)
  lines.push(`primary key (${primary.rows.map(({ name }) => name).join(', ')})`)
  const foreign = await sql<Foreign>`select * from pragma_foreign_key_list(${table.name})`.execute(db)
  for (const key of foreign.rows) {
    const actions = `on update ${key.on_update.toLowerCase()} on delete ${key.on_delete.toLowerCase()}`
    lines.push(`foreign key (${key.from}) references ${key.table} (${key.to}) ${actions}`)
  }
  const indexes = await sql<{ name: string; origin: string; sql: string | null }>`select i.name, i.origin, m.sql
    from pragma_index_list(${table.name}) i join sqlite_master m on m.name = i.name`.execute(db)
  for (const index of indexes.rows) {
    if (index.sql !== null)
      lines.push(plain(index.sql).replace('CREATE INDEX', 'index').replace('CREATE UNIQUE INDEX', 'unique index'))
    else if (index.origin === 'u') {
      const columns = await sql<{ name: string }>`select name from pragma_index_info(${index.name})
        order by seqno`.execute(db)
      lines.push(`unique (${columns.rows.map(({ name }) => name).join(', ')})`)
    }
  }
  for (const [check] of plain(table.sql).matchAll(/check \((?:[^()]|\([^()]*\))*\)/g)) lines.push(check)
  return lines
}

/** Describes a database of PostgreSQL, as `sqliteSchema` does. */
export async function postgresSchema(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_%' order by tablename`.execute(db)
  const parts: string[] = []
  for (const { name } of tables) {
    const columns = await sql<{ line: string }>`
      select 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || coalesce(' collate ' || (select c.collname from pg_collation c
             where c.oid = a.attcollation and c.collname <> 'default'), '')
        || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped`.execute(db)
    const keys = await sql<{ line: string }>`select pg_get_constraintdef(oid) as line from pg_constraint
      where conrelid = ${name}::regclass and contype in ('p', 'u', 'f', 'c')`.execute(db)
    const indexes = await sql<{ line: string }>`select pg_get_indexdef(i.indexrelid) as line from pg_index i
      where i.indrelid = ${name}::regclass
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`.execute(db)
    const lines = [columns.rows, keys.rows, indexes.rows].flat().map(({ line }) => line.replace(/^CREATE /, ''))
    parts.push(tableText(name, lines))
  }
  return parts.join('\n')
}

/** The quotes of names go; those of the condition of an index belong to its texts. */
function plain(statement: string): string {
  const [head = '', ...condition] = statement.replaceAll(/\s+/g, ' ').trim().split(' where ')
  return [head.replaceAll('"', '').replace(/^create /i, 'CREATE '), ...condition].join(' where ')
}

const tableText = (name: string, lines: readonly string[]): string =>
  `table ${name}\n${[...lines]
    .sort()
    .map((line) => `  ${line}\n`)
    .join('')}`

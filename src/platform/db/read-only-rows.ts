/** Reads rows of a database without opening it for writing or migrating it; another process may be using it. */
import Libsql from 'libsql'

export function readOnlyRows<Row>(path: string, query: string, values: readonly unknown[]): Row[] {
  const db = new Libsql(path, { readonly: true })
  try {
    return db.prepare(query).all([...values]) as Row[]
  } finally {
    db.close()
  }
}

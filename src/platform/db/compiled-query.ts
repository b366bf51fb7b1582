/** Queries of calls that come often: compiled once, since that takes longer than to execute them. */
import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

const PLACE = '\u0000place:'

/**
 * Compiles the query on its first use. `build` receives a place for each name, to be used like a text in the query;
 * the returned function replaces them with values.
 */
export function compiledQuery<Name extends string, Row>(
  db: Database,
  build: (places: Readonly<Record<Name, string>>) => Compilable<Row>,
): (values: Readonly<Record<Name, string>>) => Promise<Row[]> {
  const places = new Proxy({} as Record<Name, string>, { get: (_, name) => `${PLACE}${String(name)}` })
  const filled = (parameter: unknown, values: Readonly<Record<string, string>>) =>
    typeof parameter === 'string' && parameter.startsWith(PLACE) ? values[parameter.slice(PLACE.length)] : parameter
  let compiled: CompiledQuery<Row> | null = null
  return async (values) => {
    compiled ??= build(places).compile()
    const parameters = compiled.parameters.map((parameter) => filled(parameter, values))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

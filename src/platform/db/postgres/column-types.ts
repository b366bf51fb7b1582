/**
 * The types of columns. Migrations are written once, with the names of SQLite, whose integers and reals have 64 bits
 * and whose texts are ordered by their bytes: PostgreSQL has such types under other names.
 */
import { type ColumnDefinitionNode, type DataTypeNode, PostgresDialect, PostgresQueryCompiler } from 'kysely'

const TYPES: Readonly<Record<string, string>> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text collate "C"',
}

class SameTypesCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const { dataType } = node
    const written = dataType.kind === 'DataTypeNode' ? TYPES[(dataType as DataTypeNode).dataType as string] : undefined
    const type = written === undefined ? dataType : { kind: 'DataTypeNode' as const, dataType: written }
    super.visitColumnDefinition({ ...node, dataType: type as DataTypeNode })
  }
}

export class SameTypesDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new SameTypesCompiler()
  }
}

/** Object identifiers of PostgreSQL's types. */
const [INT8, NUMERIC] = [20, 1700]

/** Reads integers of 64 bits and sums as numbers; `pg` returns them as texts. An integer that no number holds is a bigint. */
export function valueParser(oid: number): ((text: string) => unknown) | null {
  if (oid === NUMERIC) return Number
  if (oid !== INT8) return null
  return (text) => {
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : BigInt(text)
  }
}

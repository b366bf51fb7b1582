import type { BlockKindName } from '../blocks/catalogue.ts'

/** An error as ajv reports it; `instancePath` is the JSON pointer of the value, or of the object with an unknown field. */
export interface CompiledError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

/** Returns whether JSON is valid, and keeps its errors. */
export interface CompiledCheck {
  (json: unknown): boolean
  errors?: CompiledError[] | null
}

export declare const file: CompiledCheck
export declare const graph: CompiledCheck
/** The checks of settings, whose defaults are filled in. */
export declare const settings: Readonly<Record<BlockKindName, CompiledCheck>>

import { Type } from 'typebox'

/** The schema of a value that may be null. */
export const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

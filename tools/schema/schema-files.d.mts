export declare const CODE_FILE: string
/** @param declarations the block kinds by name, and the TypeBox schema of a workflow file */
export declare function schemaFiles(declarations: { blocks: object; file: object }): Record<string, string>

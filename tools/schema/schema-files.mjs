/** The files that `npm run schema` writes. They are committed, and a test compares them with the declarations. */
import { compileSchema } from './compile-schema.mjs'
import { workflowSchema } from './workflow-schema.mjs'

export const CODE_FILE = 'src/shared/graph/compiled-schema.ts'

/**
 * Returns the texts of the files by their paths below the repository. Takes what `workflowSchema` takes.
 * @param {import('./workflow-schema.mjs').Declarations} declarations
 * @returns {Record<string, string>}
 */
export function schemaFiles(declarations) {
  const schema = workflowSchema(declarations)
  const { const: version } = declarations.file.properties.version
  const code = compileSchema(schema, Object.keys(declarations.blocks))
  return { [`schemas/workflow-${version}.json`]: `${JSON.stringify(schema, null, 2)}\n`, [CODE_FILE]: code }
}

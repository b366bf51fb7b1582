/** `npm run schema`: writes the schema of workflow files, and the checks that are compiled from it, after a change of a block. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { schemaFiles } from './schema-files.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
/** @param {string} path */
const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module

const { BLOCKS } = await load('src/shared/blocks/catalogue.ts')
const { WorkflowFile } = await load('src/shared/graph/graph.ts')
for (const [path, text] of Object.entries(schemaFiles({ blocks: BLOCKS, file: WorkflowFile }))) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

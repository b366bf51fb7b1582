/** Paths of the built entries, the same that are shipped, and of fixtures. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
export const bundle = (name: string): string => join(root, process.env.SIGHTLINE_OUT ?? 'out/node', name)
export const modelFixture = (name: string): string => join(root, 'tests', 'fixtures', 'models', `${name}.onnx`)

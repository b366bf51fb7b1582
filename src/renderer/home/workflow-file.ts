/** Reading a `.sightline.json` file. */
import { Value } from 'typebox/value'
import { WorkflowFile } from '../../shared/graph/graph.ts'

export type ReadFile = { ok: true; file: WorkflowFile } | { ok: false; reason: string }

/** The workflow in a file's text, or a sentence that says why there is none. */
export function readWorkflowFile(text: string): ReadFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'This file is not JSON. Choose a .sightline.json file that Sightline has saved.' }
  }
  if (Value.Check(WorkflowFile, json)) return { ok: true, file: json }
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format !== 'sightline-workflow') {
    return { ok: false, reason: 'This JSON file is not a Sightline workflow. Choose a .sightline.json file.' }
  }
  const version = (json as { version?: unknown }).version
  if (typeof version === 'number' && version > 1) {
    return { ok: false, reason: 'This workflow was saved by a newer Sightline. Update Sightline to open it.' }
  }
  const [first] = Value.Errors(WorkflowFile, json)
  const where = first?.instancePath ? ` at ${first.instancePath}` : ''
  return { ok: false, reason: `This workflow file is damaged${where}: ${first?.message ?? 'its shape is wrong'}.` }
}

/** The name, or the name with the first number that makes it free. */
export function freshName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let n = 2; ; n++) {
    const suffix = ` ${n}`
    const candidate = name.slice(0, 100 - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

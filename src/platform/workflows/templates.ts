/** Built-in workflows: files in the resources, named by their key. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { ApiError } from '../../shared/api/errors.ts'
import { bundledTemplate } from '../../shared/domain/bundled.ts'
import { WorkflowFile } from '../../shared/graph/graph.ts'
import { message } from '../../shared/messages/message.ts'

/** @throws ApiError not_found when there is no such template. */
export async function loadTemplate(resourcesDir: string, key: string): Promise<WorkflowFile> {
  const path = bundledTemplate(key)
  if (path === null) throw new ApiError('not_found', message('workflow.template_missing', { key }))
  return Value.Parse(WorkflowFile, JSON.parse(await readFile(join(resourcesDir, path), 'utf8')))
}

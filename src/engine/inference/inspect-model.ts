import type { ModelInspection } from '../../shared/domain/job.ts'
import { openSession } from './session.ts'

/** What a model file is; `name` is what messages call it. Raises the failures of `openSession`; blocks its thread while the model is tried. */
export async function inspectModel(path: string, name?: string): Promise<ModelInspection> {
  const session = await openSession(path, 1, name)
  await session.close()
  return session.inspection
}

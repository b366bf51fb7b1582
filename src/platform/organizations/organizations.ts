/** Organizations: one exists from the first start; everything else belongs to one. */
import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { slugOf } from '../naming/resource-name.ts'

export interface Organizations {
  /** The first organization, created if there is none. */
  ensureDefault(): Promise<string>
  create(name: string): Promise<string>
  ids(): Promise<string[]>
  /** Returns whether the text is the id, the slug or the name of the organization. */
  isNamed(organizationId: string, text: string): Promise<boolean>
}

const orgSlug = (name: string): string => slugOf(name) || 'organization'

export function createOrganizations(db: Database): Organizations {
  const ids = async () =>
    (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map((row) => row.id)

  async function create(name: string): Promise<string> {
    const id = newId()
    const taken = await db.selectFrom('organizations').select('id').where('slug', '=', orgSlug(name)).executeTakeFirst()
    const slug = taken ? `${orgSlug(name)}-${id}` : orgSlug(name)
    await db.insertInto('organizations').values({ id, name, slug, created_at: new Date().toISOString() }).execute()
    return id
  }

  async function isNamed(organizationId: string, text: string): Promise<boolean> {
    const own = await db
      .selectFrom('organizations')
      .select(['slug', 'name'])
      .where('id', '=', organizationId)
      .executeTakeFirst()
    return text === organizationId || text === own?.slug || text === own?.name
  }

  return { create, ids, isNamed, ensureDefault: async () => (await ids())[0] ?? (await create('My organization')) }
}
